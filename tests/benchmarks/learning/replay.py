"""Replays labelling: a strategy chooses, the truth answers, the learner is refitted."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from active_learning.acquisition import seed_band
from active_learning.learners.choice import STRENGTH, ChoiceLearner, blank_head, one_hot
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import Features
from active_learning.strategies import STRATEGIES, AutoStart, Pool, Strategy, TopUtility
from tests.benchmarks.learning.sets import LabelledSet

STRATEGY_OF: dict[str, Strategy] = {
    "random": STRATEGIES.get("random"),
    "auto_start": STRATEGIES.get("auto_start"),
    "auto_start (margin only)": AutoStart("x", STRATEGIES.get("margin")),
    "auto_start (band)": AutoStart("y", TopUtility("seed_band", seed_band)),
}


@dataclass(frozen=True)
class Point:
    """Accuracy on the test set after so many labels."""

    labels: int
    accuracy: float


def full_accuracy(data: LabelledSet) -> float:
    """Return what all labels of the pool give."""
    learner = ChoiceLearner()
    learner.fit(
        Features(data.pool),
        data.pool_labels.tolist(),
        classes=data.classes,
        rng=np.random.default_rng(0),
    )
    return _accuracy(learner, data)


def replay(
    data: LabelledSet, strategy: str, *, seed: int, first: int, batch: int, budget: int
) -> Iterator[Point]:
    """Yield a point after each batch; the first batch is the strategy's own cold start."""
    rng = np.random.default_rng(seed)
    chooser = STRATEGY_OF[strategy]
    labelled = np.empty(0, dtype=np.int64)
    learner: ChoiceLearner | None = None
    while len(labelled) < budget:
        rest = np.setdiff1d(np.arange(len(data.pool)), labelled)
        features = Features(data.pool[rest])
        pool = Pool(
            rest,
            features.dense,
            learner.predict_proba(features) if learner else None,
            data.pool[labelled],
        )
        query = chooser.query(pool, batch if len(labelled) else first, rng)
        labelled = np.concatenate([labelled, query.ids])
        answers = data.pool_labels[labelled].tolist()
        if len(set(answers)) < 2:
            continue
        # From the last fit, as the product does.
        learner = learner or ChoiceLearner()
        if strategy == "random":
            _fit_uncalibrated(learner, data, labelled)
        else:
            learner.fit(Features(data.pool[labelled]), answers, classes=data.classes, rng=rng)
        yield Point(len(labelled), _accuracy(learner, data))


def _fit_uncalibrated(learner: ChoiceLearner, data: LabelledSet, labelled: np.ndarray) -> None:
    """Fit without the folds: a temperature changes neither a random choice nor the accuracy."""
    answers = data.pool_labels[labelled].tolist()
    seen = tuple(name for name in data.classes if name in set(answers))
    features = Features(data.pool[labelled])
    samples = Samples(features, one_hot(answers, seen), np.ones(len(answers)))
    start = learner.head or blank_head(features, seen)
    learner.head = fit_head(samples, start.with_classes(seen), strength=STRENGTH)


def _accuracy(learner: ChoiceLearner, data: LabelledSet) -> float:
    guesses = np.array(learner.classes)[learner.predict_proba(Features(data.test)).argmax(axis=1)]
    return float((guesses == data.test_labels).mean())
