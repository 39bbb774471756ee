"""Candidates for a batch out of a pool of millions: the best, and some of every rank."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats
from active_learning.strategies.choosing import best_first

__all__ = ["Candidates", "stratified"]

BEST_SHARE = 0.5
STRATA = 10


@dataclass(frozen=True)
class Candidates:
    """Rows among which a strategy chooses, and what was given up.

    Attributes
    ----------
    rows : int array of shape (C,), ascending
    left_out : float
        The largest utility of any row left out; 0 when all are candidates.
    """

    rows: NDArray[np.intp]
    left_out: float

    def loss_of(self, batch: Floats) -> float:
        """Return the most utility a pick that ``batch`` can have lost by the rows left out.

        A batch by utility alone loses nothing, since the best rows are all candidates.
        """
        return max(0.0, self.left_out - float(batch.mean())) if len(batch) else self.left_out


def stratified(
    utilities: Floats, ids: NDArray[np.int64], size: int, rng: np.random.Generator
) -> Candidates:
    """Return ``size`` candidates: half of them the best, half drawn evenly from ten ranks.

    Utility looks at the best only; geometry (covering, clusters, density) needs to see the rest of
    the pool too, in which it takes the drawn ones for all.

    Parameters
    ----------
    utilities : float array of shape (N,)
    ids : int array of shape (N,)
    """
    if size >= len(ids):
        return Candidates(np.arange(len(ids), dtype=np.intp), 0.0)
    best = best_first(utilities, ids, max(1, int(BEST_SHARE * size)))
    rest = np.setdiff1d(np.arange(len(ids)), best)
    ranked = rest[best_first(utilities[rest], ids[rest], len(rest))]
    wanted = size - len(best)
    drawn = [
        rng.choice(part, min(len(part), share), replace=False)
        for part, share in zip(np.array_split(ranked, STRATA), _shares(wanted, STRATA), strict=True)
    ]
    rows = np.sort(np.concatenate([best, *drawn]))
    is_out = np.ones(len(ids), dtype=bool)
    is_out[rows] = False
    return Candidates(rows, float(utilities[is_out].max(initial=0.0)))


def _shares(total: int, parts: int) -> list[int]:
    return [total // parts + (part < total % parts) for part in range(parts)]
