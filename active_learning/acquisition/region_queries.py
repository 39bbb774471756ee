"""Region-level queries: ask about this box, this span, these ten seconds only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.acquisition.distributions import DistributionError, Floats
from active_learning.acquisition.grouping import checked_lengths

__all__ = ["PartQuery", "query_parts"]


@dataclass(frozen=True)
class PartQuery:
    """Which parts to ask about, best first.

    Attributes
    ----------
    tasks, parts : int arrays of shape (Q,)
        Row of the task, and the part's number within it.
    utilities : float array of shape (Q,)
    """

    tasks: NDArray[np.int64]
    parts: NDArray[np.int64]
    utilities: Floats


def query_parts(
    utilities: ArrayLike, lengths: ArrayLike, *, size: int, most_per_task: int | None = None
) -> PartQuery:
    """Return the ``size`` parts of largest utility; equal ones in the order of tasks and parts.

    Parameters
    ----------
    utilities : array-like of shape (P,)
        Of all parts, task after task.
    lengths : int array-like of shape (T,)
        Parts of each task.
    most_per_task : int, optional
        Opening a task costs time too, but a single odd picture must not take the whole query.

    References
    ----------
    Mackowiak et al. (2018), CEREALS: Cost-Effective REgion-based Active Learning for Semantic
    Segmentation, arXiv:1810.09726.
    """
    parts = np.asarray(utilities, dtype=np.float64)
    if not np.isfinite(parts).all():
        raise DistributionError(f"part {int(np.argmin(np.isfinite(parts)))} has no finite utility")
    if size < 0 or (most_per_task is not None and most_per_task < 1):
        raise ValueError(f"asked for {size} parts, {most_per_task} a task")
    counts = checked_lengths(lengths, len(parts))
    owner = np.repeat(np.arange(len(counts)), counts)
    within = np.arange(len(parts)) - np.repeat(np.cumsum(counts) - counts, counts)
    order = np.argsort(-parts, kind="stable")
    if most_per_task is not None:
        order = order[_rank_within(owner[order]) < most_per_task]
    chosen = order[:size]
    return PartQuery(owner[chosen], within[chosen], parts[chosen])


def _rank_within(owner: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many of the same owner come before each, shape (P,)."""
    by_owner = np.argsort(owner, kind="stable")
    sizes = np.bincount(owner) if len(owner) else np.empty(0, dtype=np.int64)
    starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    rank = np.empty(len(owner), dtype=np.int64)
    rank[by_owner] = np.arange(len(owner)) - starts
    return rank
