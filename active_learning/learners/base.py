"""What every learner offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.heads import Metadata
from active_learning.learners.heads.model import Heads

__all__ = ["Fit", "Learner", "NotEnoughLabels", "refuse_unknown"]

Inputs = TypeVar("Inputs", contravariant=True)  # noqa: PLC0105  read like a domain word
Label = TypeVar("Label", contravariant=True)  # noqa: PLC0105


class NotEnoughLabels(ValueError):
    """There is nothing to tell apart yet: fewer than two classes, or no samples."""


@dataclass(frozen=True)
class Fit:
    """What a fit was given and came to."""

    samples: int
    classes: tuple[str, ...]
    temperature: float


def refuse_unknown(present: Set[str], classes: Sequence[str]) -> None:
    """Raise `ValueError` naming the labels that are none of the classes."""
    if unknown := sorted(present - set(classes)):
        raise ValueError(f"labels that are no class: {unknown}")


class Learner(Protocol[Inputs, Label]):
    """A model that is refitted while people work.

    A second ``fit`` starts from the first one's weights; classes may come and go between them.
    A fit that is cancelled or fails leaves the learner as it was.
    """

    kind: str

    @classmethod
    def resumed(cls, heads: Heads | None) -> Self:
        """Return a learner that goes on from a fitted model; a fresh one from None."""

    @property
    def heads(self) -> Heads:
        """What the fit left behind, for a judge to predict with."""

    @property
    def classes(self) -> tuple[str, ...]: ...

    def fit(
        self,
        inputs: Inputs,
        labels: Sequence[Label],
        *,
        classes: Sequence[str],
        rng: np.random.Generator,
        weights: NDArray[np.floating] | None = None,
        should_stop: Callable[[], bool] = ...,
    ) -> Fit:
        """Fit on labelled inputs; ``weights`` says how much each counts (1 when absent)."""

    def predict_proba(self, inputs: Inputs) -> NDArray[np.floating]:
        """Return calibrated probabilities, one row a sample."""

    def save(self, path: Path, metadata: Metadata) -> None:
        """Write weights and metadata as safetensors."""

    @classmethod
    def load(cls, path: Path) -> Learner[Inputs, Label]:
        """Read what `save` wrote."""
