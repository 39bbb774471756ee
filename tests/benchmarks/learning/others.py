"""scikit-activeml's strategies behind our interface, with our model's probabilities."""

import numpy as np

from active_learning.strategies import Pool, Query, Strategy

__all__ = ["as_classifier", "other_strategies"]


def other_strategies() -> dict[str, Strategy]:
    """Return what is installed; say what is not."""
    found: dict[str, Strategy] = {}
    try:
        import skactiveml.pool as library
    except ImportError:
        print("scikit-activeml: not installed")
        return found
    found = {
        "skactiveml margin": _Library(
            lambda: library.UncertaintySampling(method="margin_sampling")
        ),
        "skactiveml badge": _Library(library.Badge),
        "skactiveml typiclust": _Library(library.TypiClust, needs_model=False),
    }
    for name in ("modAL", "small_text"):
        try:
            __import__(name)
        except ImportError:
            print(f"{name}: not installed")
    return found


class _Library:
    """Calls a scikit-activeml strategy as its users do."""

    def __init__(self, make, *, needs_model: bool = True) -> None:
        self.name = "skactiveml"
        self.make = make
        self.needs_model = needs_model

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return its choice."""
        from skactiveml.utils import MISSING_LABEL

        labelled = (
            pool.labelled_features if pool.labelled_features is not None else np.empty((0, 1))
        )
        x = np.vstack([pool.features, labelled]) if len(labelled) else np.asarray(pool.features)
        y = np.full(len(x), MISSING_LABEL)
        y[len(pool) :] = 0
        strategy = self.make()
        strategy.random_state = int(rng.integers(2**31))
        size = min(batch_size, len(pool))
        if not self.needs_model:
            chosen = strategy.query(x, y, candidates=np.arange(len(pool)), batch_size=size)
        else:
            classifier = as_classifier(pool.probabilities)
            chosen = strategy.query(
                np.asarray(pool.features), y[: len(pool)], classifier, fit_clf=False,
                candidates=np.arange(len(pool)), batch_size=size,
            )  # fmt: skip
        return Query(
            pool.ids[chosen], np.zeros(len(chosen)), [{"code": "other", "params": {}}] * size,
            self.name,
        )  # fmt: skip


def as_classifier(probabilities: np.ndarray):
    """Return a classifier that answers with probabilities already computed for its rows."""
    from skactiveml.base import SkactivemlClassifier

    class Known(SkactivemlClassifier):
        """Answers in the order of the pool, whatever it is asked."""

        def __init__(self) -> None:
            super().__init__(classes=list(range(probabilities.shape[1])))
            self.classes_ = np.arange(probabilities.shape[1])

        def fit(self, X, y, sample_weight=None):  # noqa: N803
            return self

        def predict_proba(self, X):  # noqa: N803
            return probabilities[: len(X)]

    return Known()
