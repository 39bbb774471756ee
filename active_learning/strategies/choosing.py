"""Steps that every strategy shares: sizes, stable order, and the empty answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats
from active_learning.strategies.pool import Draws, Pool, Query, Reason

__all__ = [
    "POOL_EXHAUSTED",
    "best_first",
    "bounded",
    "needs_probabilities",
    "note_for",
    "random_query",
]

POOL_EXHAUSTED = "pool_exhausted"


def bounded(pool: Pool, batch_size: int) -> int:
    """Return how many can be chosen; a negative batch size is a programming error."""
    if batch_size < 0:
        raise ValueError(f"batch_size must not be negative, got {batch_size}")
    return min(batch_size, len(pool))


def note_for(pool: Pool, batch_size: int) -> Reason | None:
    """Say so when the pool has fewer tasks than were asked for."""
    if len(pool) >= batch_size:
        return None
    return {"code": POOL_EXHAUSTED, "params": {"asked": batch_size, "left": len(pool)}}


def best_first(utilities: Floats, ids: NDArray[np.int64], size: int) -> NDArray[np.intp]:
    """Return the positions of the ``size`` largest utilities; equal ones by ascending id."""
    if size == 0:
        return np.empty(0, dtype=np.intp)
    if size < len(ids):
        # Everything at least as good as the size-th best, so that ties at the edge are all seen.
        edge = np.partition(utilities, len(ids) - size)[len(ids) - size]
        candidates = np.flatnonzero(utilities >= edge)
    else:
        candidates = np.arange(len(ids))
    order = np.lexsort((ids[candidates], -utilities[candidates]))
    return candidates[order[:size]]


def random_query(pool: Pool, batch_size: int, rng: np.random.Generator, *, name: str) -> Query:
    """Choose uniformly; what every strategy falls back on when it has nothing to go by."""
    size = bounded(pool, batch_size)
    # Drawing from sorted ids makes the choice independent of the order of the rows.
    chosen = rng.permutation(np.sort(pool.ids))[:size]
    return Query(
        ids=chosen,
        utilities=np.full(size, 0.5),
        reasons=[{"code": "random", "params": {}} for _ in range(size)],
        strategy=name,
        note=note_for(pool, batch_size),
        draws=Draws(np.arange(1, size + 1), 1.0 / (len(pool) - np.arange(size)), len(pool)),
    )


def needs_probabilities(pool: Pool, name: str) -> Floats:
    """Return the pool's distributions; without a model there are none."""
    if pool.probabilities is None:
        raise ValueError(f"{name} needs probabilities; before a model use typiclust")
    return pool.probabilities
