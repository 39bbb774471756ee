"""From the utilities of a task's parts (words, boxes, windows) to one utility a task."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.acquisition.distributions import DistributionError, Floats
from active_learning.acquisition.grouping import checked_lengths, segment_sums

__all__ = [
    "AGGREGATIONS",
    "AGGREGATION_OF_KIND",
    "TOP",
    "aggregate",
    "corrected_sum",
    "largest",
    "mean",
    "top_mean",
]

TOP = 3
"""Least decided parts whose mean stands for the task: one odd part alone does not."""
HALF_SUM = 0.5
"""Power of the length by which a sum is divided: 0 favours long tasks, 1 is the mean."""


def largest(parts: Floats, lengths: NDArray[np.int64]) -> Floats:
    """Return each task's largest utility; one doubtful part makes the task worth it."""
    found = np.zeros(len(lengths))
    filled = lengths > 0
    if filled.any():
        starts = np.cumsum(lengths) - lengths
        found[filled] = np.maximum.reduceat(parts, starts[filled])
    return found


def mean(parts: Floats, lengths: NDArray[np.int64]) -> Floats:
    """Return each task's mean utility; length counts for nothing."""
    means: Floats = segment_sums(parts, lengths) / np.maximum(lengths, 1)
    return means


def top_mean(parts: Floats, lengths: NDArray[np.int64]) -> Floats:
    """Return the mean of each task's `TOP` largest utilities."""
    owner = np.repeat(np.arange(len(lengths)), lengths)
    order = np.lexsort((-parts, owner))
    rank = np.arange(len(parts)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    kept = order[rank < TOP]
    sums = np.bincount(owner[kept], weights=parts[kept], minlength=len(lengths))
    means: Floats = sums / np.clip(lengths, 1, TOP)
    return means


def corrected_sum(parts: Floats, lengths: NDArray[np.int64]) -> Floats:
    """Return ``sum / sqrt(length)``: many doubtful parts count, but not in proportion."""
    sums: Floats = segment_sums(parts, lengths) / np.maximum(lengths, 1) ** HALF_SUM
    return sums


Aggregation = Callable[[Floats, NDArray[np.int64]], Floats]
AGGREGATIONS = MappingProxyType(
    {
        "max": largest,
        "mean": mean,
        "top": top_mean,
        "sum": corrected_sum,
    }
)
AGGREGATION_OF_KIND = MappingProxyType(
    {
        # A text's few odd words decide, not how long it is.
        "span": "top",
        # A picture of many doubtful objects teaches more for one opening of the task.
        "box": "sum",
        "rotated_box": "sum",
        "polygon": "sum",
        "cuboid": "sum",
        "keypoints": "sum",
        "mask": "mean",
        "segment": "top",
        # A task is worth as much as its least certain link.
        "relation": "max",
        "ranking": "mean",
    }
)
"""Which aggregation a kind of label takes; `top` where nothing is said."""


def aggregate(utilities: ArrayLike, lengths: ArrayLike, *, kind: str) -> Floats:
    """Return one utility a task, shape (T,), the way that suits ``kind``.

    Parameters
    ----------
    utilities : array-like of shape (P,)
        Of all parts, task after task.
    lengths : int array-like of shape (T,)
        Parts of each task; a task without any has utility 0.

    References
    ----------
    Settles & Craven (2008), https://doi.org/10.3115/1613715.1613855 (length correction).
    Brust, Kaeding & Denzler (2019), Active Learning for Deep Object Detection, arXiv:1809.09875
    (maximum, mean and sum over boxes).
    """
    parts = np.asarray(utilities, dtype=np.float64)
    if not np.isfinite(parts).all():
        raise DistributionError(f"part {int(np.argmin(np.isfinite(parts)))} has no finite utility")
    chosen = AGGREGATIONS[AGGREGATION_OF_KIND.get(kind, "top")]
    return chosen(parts, checked_lengths(lengths, len(parts)))
