"""What a node needs of its site: labelled embeddings in, pre-labels and priorities out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from federated.wire.about import About
from federated.wire.model import SharedHead

__all__ = ["Lessons", "Site"]


@dataclass(frozen=True)
class Lessons:
    """Labels as the learner sees them.

    Attributes
    ----------
    features : float array of shape (N, D)
    targets : float array of shape (N, K)
        Consensus: one-hot where certain, else the annotators' posterior.
    weights : float array of shape (N,)
        How far the consensus is to be trusted, in [0, 1].
    """

    features: NDArray[np.floating]
    targets: NDArray[np.floating]
    weights: NDArray[np.floating]

    def __len__(self) -> int:
        return len(self.features)


class Site(Protocol):
    """The site's own database, or arrays in a simulation."""

    def meet(self, peers: Mapping[str, bytes]) -> None:
        """Take note of who else takes part, as the coordinator says, by public key."""

    def about(self) -> tuple[About, float]:
        """Return what the site says of itself, and what that adds to its epsilon."""

    def lessons(self, classes: tuple[str, ...]) -> Lessons:
        """Return what may be learned from; never a hold-out task."""

    def holdout(self, classes: tuple[str, ...]) -> Lessons:
        """Return the random hold-out."""

    def adopt(self, head: SharedHead, *, run: str, number: int) -> None:
        """Take the round's model: pre-label the pool and order the queue by it.

        The same round's may come twice, after a coordinator was killed: once is enough.
        """
