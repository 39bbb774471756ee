"""Other libraries' strategies behind our interface, with our model's probabilities.

modAL's own learner does not run on this scikit-learn, and small-text brings a fitting of its own;
what is called here is their choice alone, as with scikit-activeml.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from active_learning.strategies import Pool, Query, Strategy

__all__ = ["as_classifier", "other_strategies"]

MOST_RANKED = 1_000
"""Least sure tasks that modAL's ranked batches weigh: it measures all to all for each pick."""


def other_strategies() -> dict[str, Strategy]:
    """Return what is installed; say what is not."""
    found: dict[str, Strategy] = {}
    for name, offer in (("skactiveml", _skactiveml), ("modAL", _modal), ("small_text", _small)):
        try:
            found |= offer()
        except ImportError:
            print(f"{name}: not installed")
    return found


def _skactiveml() -> dict[str, Strategy]:
    import skactiveml.pool as library

    return {
        "skactiveml margin": _Library(
            lambda: library.UncertaintySampling(method="margin_sampling")
        ),
        "skactiveml badge": _Library(library.Badge),
        "skactiveml typiclust": _Library(library.TypiClust, needs_model=False),
    }


def _modal() -> dict[str, Strategy]:
    from modAL.batch import ranked_batch
    from modAL.uncertainty import classifier_uncertainty, margin_sampling

    def ranked(known: Any, pool: Pool, size: int) -> np.ndarray:
        some = np.argsort(-classifier_uncertainty(known, pool.features))[:MOST_RANKED]
        unsure = classifier_uncertainty(known, pool.features)[some]
        known.X_training = pool.labelled_features
        return some[ranked_batch(known, pool.features[some], unsure, size, "euclidean", None)[0]]

    def margin(known: Any, pool: Pool, size: int) -> np.ndarray:
        return np.asarray(margin_sampling(known, pool.features, n_instances=size)[0])

    return {
        "modAL margin": _Choice("modAL", margin),
        "modAL ranked batch": _Choice("modAL", ranked),
    }


def _small() -> dict[str, Strategy]:
    from small_text.query_strategies.coresets import greedy_coreset
    from small_text.query_strategies.strategies import BreakingTies

    def ties(known: Any, pool: Pool, size: int) -> np.ndarray:
        rows = np.arange(len(pool))
        return BreakingTies().query(known, pool.features, rows, rows[:0], [], n=size)

    def coreset(_: Any, pool: Pool, size: int) -> np.ndarray:
        both = np.vstack([pool.features, pool.labelled_features])
        rows = np.arange(len(both))
        new, old = rows[: len(pool)], rows[len(pool) :]
        # Its cosine distance takes the arc cosine of more than one.
        return np.asarray(greedy_coreset(both, new, old, size, distance_metric="euclidean"))

    return {
        "small-text breaking ties": _Choice("small-text", ties),
        "small-text coreset": _Choice("small-text", coreset),
    }


class _Choice:
    """Calls a library's function of a classifier, the pool and a size."""

    def __init__(self, name: str, choose: Callable[[Any, Pool, int], np.ndarray]) -> None:
        self.name = name
        self.needs_model = True
        self._choose = choose

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return its choice."""
        known = SimpleNamespace(
            predict_proba=lambda rows: pool.probabilities[: len(rows)], on_transformed=False
        )
        size = min(batch_size, len(pool))
        chosen = self._choose(known, pool, size)
        reasons = [{"code": "other", "params": {}}] * size
        return Query(pool.ids[chosen], np.zeros(size), reasons, self.name)


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
