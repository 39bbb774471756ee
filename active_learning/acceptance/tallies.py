"""Tasks counted by the model's sureness: all that a certificate is computed from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["BINS", "Tallies", "bin_edges", "bin_of"]

BINS = 1000
NINES = 5.0
"""The last bin begins where the model is 99.999 % sure: bins are equally wide in nines."""
Ints = NDArray[np.int64]


def bin_of(score: ArrayLike) -> Ints:
    """Return the bin of each top-class probability, finer the surer it is."""
    stated = np.asarray(score, dtype=np.float64)
    if np.isnan(stated).any():
        raise ValueError("scores hold NaN")
    edges = bin_edges()
    return np.clip(np.searchsorted(edges, stated, side="right") - 1, 0, BINS - 1)


def bin_edges() -> NDArray[np.float64]:
    """Return each bin's least score, shape (BINS,): a score in bin b or above is >= edge b."""
    edges: NDArray[np.float64] = 1.0 - 10.0 ** (-NINES * np.arange(BINS) / (BINS - 1))
    return edges


@dataclass(frozen=True)
class Tallies:
    """Counts of shape (G, BINS): G groups (one, or one a predicted class) by the score's bin.

    sample
        Audited tasks: drawn at random from all tasks, answered by people who were not shown what
        the model says.
    wrong
        Those of them that the model answers otherwise than people.
    gone
        Tasks that are no longer open, above all those that the strategy chose.
    open
        Tasks that could be accepted.
    """

    sample: Ints
    wrong: Ints
    gone: Ints
    open: Ints

    @classmethod
    def count(
        cls,
        sample: tuple[ArrayLike, ArrayLike, ArrayLike],
        gone: tuple[ArrayLike, ArrayLike],
        open: tuple[ArrayLike, ArrayLike],
        *,
        groups: int,
    ) -> Tallies:
        """Count (scores, groups, is_wrong) of the sample, (scores, groups) of the others."""
        scores, own, is_wrong = (np.asarray(part) for part in sample)
        is_bad = is_wrong.astype(bool)
        return cls(
            _counted(scores, own, groups),
            _counted(scores[is_bad], own[is_bad], groups),
            _counted(*gone, groups),
            _counted(*open, groups),
        )

    def merged(self) -> Tallies:
        """Return the counts of all groups as one."""
        parts = (self.sample, self.wrong, self.gone, self.open)
        return Tallies(*(part.sum(axis=0, keepdims=True) for part in parts))

    def at_least(self) -> Tallies:
        """Return how many have the bin's score or a higher one."""
        parts = (self.sample, self.wrong, self.gone, self.open)
        return Tallies(*(np.cumsum(part[:, ::-1], axis=1)[:, ::-1] for part in parts))


def _counted(scores: ArrayLike, own: ArrayLike, groups: int) -> Ints:
    flat = np.asarray(own, dtype=np.int64) * BINS + bin_of(scores)
    return np.bincount(flat, minlength=groups * BINS).reshape(groups, BINS).astype(np.int64)
