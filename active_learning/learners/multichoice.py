"""Any number of classes a task: independent calibrated sigmoid heads over embeddings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.base import Fit, NotEnoughLabels, refuse_unknown
from active_learning.learners.choice import MAIN, STRENGTH, blank_head, fit_calibrated, fitted
from active_learning.learners.fitting import Samples
from active_learning.learners.heads import (
    Features,
    LinearHead,
    Metadata,
    load_heads,
    save_heads,
)
from active_learning.learners.heads.model import Heads
from active_learning.learners.minimising import never

__all__ = ["MultiChoiceLearner"]


class MultiChoiceLearner:
    """See `Learner`. A class that nobody has chosen yet gets no column."""

    kind = "multichoice"

    def __init__(self, head: LinearHead | None = None, *, strength: float = STRENGTH) -> None:
        self.head = head
        self.strength = strength

    @classmethod
    def resumed(cls, heads: Heads | None) -> MultiChoiceLearner:
        """Go on from a fitted model; a network that a training job made is no start for a head."""
        return cls(heads.main if heads and heads.main.hidden is None else None)

    @property
    def heads(self) -> Heads:
        """What the fit left behind."""
        return Heads(fitted(self.head))

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that were chosen at least once, in the ontology's order."""
        return self.head.classes if self.head else ()

    def fit(
        self,
        inputs: Features,
        labels: Sequence[Collection[str]],
        *,
        classes: Sequence[str],
        rng: np.random.Generator,
        weights: NDArray[np.floating] | None = None,
        should_stop: Callable[[], bool] = never,
    ) -> Fit:
        """Fit on a set of class ids a task; an empty set is a label too.

        Raises
        ------
        NotEnoughLabels
            When no class was ever chosen, or every task has the same set.
        """
        chosen = [frozenset(label) for label in labels]
        present = frozenset().union(*chosen)
        refuse_unknown(present, classes)
        seen = tuple(name for name in classes if name in present)
        if not seen or len(set(chosen)) < 2:
            raise NotEnoughLabels("every task so far has the same set of classes")
        targets = np.array([[name in label for name in seen] for label in chosen], dtype=np.float32)
        samples = Samples(inputs, targets, np.ones(len(labels)) if weights is None else weights)
        start = self.head or blank_head(inputs, seen, independent=True)
        self.head = fit_calibrated(
            samples,
            start.with_classes(seen),
            strength=self.strength,
            rng=rng,
            should_stop=should_stop,
        )
        return Fit(len(samples), seen, self.head.temperature)

    def predict_proba(self, inputs: Features) -> NDArray[np.floating]:
        """Return the probability of each class on its own, shape (N, K)."""
        return fitted(self.head).predict_proba(inputs)

    def save(self, path: Path, metadata: Metadata) -> None:
        """Write the head as safetensors."""
        save_heads(path, {MAIN: fitted(self.head)}, metadata)

    @classmethod
    def load(cls, path: Path) -> MultiChoiceLearner:
        """Read what `save` wrote."""
        return cls(load_heads(path)[0][MAIN])
