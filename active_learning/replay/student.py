"""The learner of a replay, taught by rows of a course."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats
from active_learning.learners.choice import ChoiceLearner, blank_head, fitted, one_hot
from active_learning.learners.committee import committee, said_by
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.minimising import never
from active_learning.replay.course import Course

__all__ = ["STRENGTH", "ChoiceStudent", "Rows", "Student"]

Rows = NDArray[np.int64]
STRENGTH = 10.0
"""The product's own penalty, for embeddings of about unit length."""


class Student(Protocol):
    """What a replay needs of a learner; rows are row numbers of the pool."""

    size: int

    def features(self, rows: Rows) -> Floats:
        """Return what geometry a strategy may look at, shape (n, D)."""

    def learn(self, rows: Rows, rng: np.random.Generator) -> bool:
        """Refit on the true labels of ``rows``; False while they tell nothing apart."""

    def judge(self, rows: Rows) -> Floats:
        """Return distributions of ``rows``, shape (n, K)."""

    def committee(self, rows: Rows, rng: np.random.Generator) -> Floats:
        """Return distributions of ``rows`` by several models, shape (S, n, K)."""

    def score(self) -> float:
        """Return the accuracy on the test rows."""

    def right(self, rows: Rows) -> int:
        """Return how many of ``rows`` the model has right."""

    def class_counts(self, rows: Rows) -> NDArray[np.int64]:
        """Return how many of ``rows`` each class of `judge`'s columns has, shape (K,)."""


class ChoiceStudent:
    """See `Student`: the product's classifier, refitted from its last fit as the product does."""

    def __init__(
        self,
        course: Course,
        *,
        strength: float = STRENGTH,
        is_calibrated: bool = True,
        should_stop: Callable[[], bool] = never,
    ) -> None:
        self.course = course
        self.size = len(course.pool)
        self._is_calibrated = is_calibrated
        self._should_stop = should_stop
        self._learner = ChoiceLearner(strength=strength)
        self._taught: Rows = np.empty(0, dtype=np.int64)

    def features(self, rows: Rows) -> Floats:
        """Return the pool's vectors."""
        return self.course.pool[rows]

    def learn(self, rows: Rows, rng: np.random.Generator) -> bool:
        """Fit and calibrate."""
        labels = self.course.pool_labels[rows].tolist()
        if len(set(labels)) < 2:
            return False
        self._taught = rows
        if not self._is_calibrated:
            self._learner.head = self._fit(rows, labels)
            return True
        self._learner.fit(
            Features(self.course.pool[rows]),
            labels,
            classes=self.course.classes,
            rng=rng,
            should_stop=self._should_stop,
        )
        return True

    def _fit(self, rows: Rows, labels: list[str]) -> LinearHead:
        """Fit without the folds that find a temperature, which changes no accuracy."""
        seen = tuple(name for name in self.course.classes if name in set(labels))
        features = Features(self.course.pool[rows])
        samples = Samples(features, one_hot(labels, seen), np.ones(len(labels)))
        start = self._learner.head or blank_head(features, seen)
        return fit_head(
            samples,
            start.with_classes(seen),
            strength=self._learner.strength,
            should_stop=self._should_stop,
        )

    def judge(self, rows: Rows) -> Floats:
        """Return calibrated probabilities."""
        return self._learner.predict_proba(Features(self.course.pool[rows]))

    def committee(self, rows: Rows, rng: np.random.Generator) -> Floats:
        """Fit a committee on what was taught last."""
        features = Features(self.course.pool[self._taught])
        targets = one_hot(self.course.pool_labels[self._taught].tolist(), self._learner.classes)
        heads = committee(
            Samples(features, targets, np.ones(len(targets))),
            fitted(self._learner.head),
            strength=self._learner.strength,
            rng=rng,
            should_stop=self._should_stop,
        )
        return said_by(heads, Features(self.course.pool[rows]))

    def score(self) -> float:
        """Return the accuracy on the test rows."""
        best = self._learner.predict_proba(Features(self.course.test)).argmax(axis=1)
        return self.course.accuracy(np.array(self._learner.classes)[best])

    def right(self, rows: Rows) -> int:
        """Count the likeliest classes that are true."""
        guesses = np.array(self._learner.classes)[self.judge(rows).argmax(axis=1)]
        return int((guesses == self.course.pool_labels[rows]).sum())

    def class_counts(self, rows: Rows) -> NDArray[np.int64]:
        """Count the labels of each class that was seen."""
        labels = self.course.pool_labels[rows]
        return np.array([(labels == name).sum() for name in self._learner.classes], dtype=np.int64)
