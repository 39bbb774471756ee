"""Regions by their parts: a calibrated softmax over parts, one of whose classes is background."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.base import Fit, NotEnoughLabels, refuse_unknown
from active_learning.learners.calibrating import calibrated
from active_learning.learners.choice import MAIN, blank_head, fitted, one_hot
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import Features, LinearHead, Metadata, load_heads, save_heads
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import BACKGROUND, Parts
from active_learning.learners.marked import Marked
from active_learning.learners.minimising import never

__all__ = ["PartsLearner"]

STRENGTH = 10.0
MOST_PARTS = 40_000
"""Parts of one fit; beyond, tasks are sampled, so that memory and time stay bounded."""


class PartsLearner(ABC):
    """See `Learner`; a sample is a task's `Parts`, `predict_proba` gives a row a part."""

    kind: ClassVar[str]

    def __init__(self, head: LinearHead | None = None, *, strength: float = STRENGTH) -> None:
        self.head = head
        self.strength = strength

    @classmethod
    def resumed(cls, heads: Heads | None) -> Self:
        """Go on from a fitted model."""
        return cls(heads.main if heads else None)

    @property
    def heads(self) -> Heads:
        """What the fit left behind."""
        return Heads(fitted(self.head))

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that were marked at least once, in the ontology's order."""
        known = self.head.classes if self.head else ()
        return tuple(name for name in known if name != BACKGROUND)

    @abstractmethod
    def classes_of(self, parts: Parts, marks: Sequence[Marked]) -> list[str]:
        """Return each part's class, `BACKGROUND` for what is in no mark."""

    def note_marks(  # noqa: B027  (a hook that most leave as it is)
        self, labels: Sequence[Sequence[Marked]], weights: NDArray[np.floating]
    ) -> None:
        """Learn of the marks, once the head is fitted, what no part tells; here there is nothing.

        `weights` are those of the tasks.
        """

    def fit(
        self,
        inputs: Sequence[Parts],
        labels: Sequence[Sequence[Marked]],
        *,
        classes: Sequence[str],
        rng: np.random.Generator,
        weights: NDArray[np.floating] | None = None,
        should_stop: Callable[[], bool] = never,
    ) -> Fit:
        """Fit on the regions of each task; a task without regions is a label too.

        Raises
        ------
        NotEnoughLabels
            When no part is of any mark, or all are of the same.
        """
        present = {mark.label_class for label in labels for mark in label}
        refuse_unknown(present, classes)
        kept = within(inputs, MOST_PARTS, rng)
        named = [self.classes_of(inputs[i], labels[i]) for i in kept]
        found = {name for names in named for name in names}
        seen = (BACKGROUND, *(name for name in classes if name in found))
        if len(seen) < 2 or len(found) < 2:
            raise NotEnoughLabels("nothing has been marked that differs from the rest")
        samples, groups = _joined([inputs[i] for i in kept], named, seen, kept, weights)
        self.head = self._fitted(samples, groups, seen, rng, should_stop)
        self.note_marks(labels, np.ones(len(labels)) if weights is None else weights)
        return Fit(len(kept), self.classes, self.head.temperature)

    def _fitted(
        self,
        samples: Samples,
        groups: NDArray[np.intp],
        seen: tuple[str, ...],
        rng: np.random.Generator,
        should_stop: Callable[[], bool],
    ) -> LinearHead:
        start = self.head or blank_head(samples.features, seen)
        head = fit_head(
            samples, start.with_classes(seen), strength=self.strength, should_stop=should_stop
        )
        return calibrated(
            head, samples, groups, strength=self.strength, rng=rng, should_stop=should_stop
        )

    def predict_proba(self, inputs: Sequence[Parts]) -> NDArray[np.floating]:
        """Return class probabilities of all parts, task after task, shape (sum of P, K)."""
        head = fitted(self.head)
        rows = [head.predict_proba(Features(parts.features)) for parts in inputs]
        return np.vstack(rows) if rows else np.empty((0, len(head.classes)))

    def save(self, path: Path, metadata: Metadata) -> None:
        """Write the head as safetensors."""
        save_heads(path, {MAIN: fitted(self.head)}, metadata)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote."""
        return cls(load_heads(path)[0][MAIN])


def within(inputs: Sequence[Parts], most: int, rng: np.random.Generator) -> list[int]:
    """Return places of all inputs, or as many random ones as `most` parts allow."""
    lengths = np.array([len(parts) for parts in inputs], dtype=np.int64)
    if lengths.sum() <= most:
        return list(range(len(inputs)))
    order = rng.permutation(len(inputs))
    fitting = order[np.cumsum(lengths[order]) <= most]
    return sorted(int(i) for i in (fitting if len(fitting) else order[:1]))


def _joined(
    inputs: Sequence[Parts],
    named: Sequence[Sequence[str]],
    seen: tuple[str, ...],
    kept: Sequence[int],
    weights: NDArray[np.floating] | None,
) -> tuple[Samples, NDArray[np.intp]]:
    """Join the parts of all tasks; the groups say which task each part is of."""
    lengths = [len(parts) for parts in inputs]
    each = np.ones(len(kept)) if weights is None else np.asarray(weights)[list(kept)]
    targets = one_hot([name for names in named for name in names], seen)
    features = Features(np.vstack([parts.features for parts in inputs]))
    groups = np.repeat(np.arange(len(inputs)), lengths)
    return Samples(features, targets, np.repeat(each, lengths)), groups
