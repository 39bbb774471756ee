"""Rows that belong together: the words of a text, the pixels of a region, the boxes of a task."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.acquisition.distributions import DistributionError, Floats

__all__ = ["checked_lengths", "mean_by_group", "segment_sums"]


def checked_lengths(lengths: ArrayLike, rows: int) -> NDArray[np.int64]:
    """Return how many consecutive rows each group has, shape (G,); together all ``rows``."""
    counts = np.asarray(lengths, dtype=np.int64)
    if counts.ndim != 1 or (counts < 0).any() or int(counts.sum()) != rows:
        raise DistributionError(f"lengths sum to {int(counts.sum())} for {rows} rows")
    return counts


def segment_sums(values: Floats, lengths: NDArray[np.int64]) -> Floats:
    """Return the sum of each group's consecutive values, shape (G,); 0 for an empty group."""
    ends = np.cumsum(lengths)
    totals = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
    sums: Floats = totals[ends] - totals[ends - lengths]
    return sums


def mean_by_group(values: Floats, groups: NDArray[np.integer], count: int) -> Floats:
    """Return the mean of the values of each group, shape (count,); 0 for an empty one.

    ``groups`` holds a group's number a value, in any order; a negative one belongs to none.
    """
    inside = groups >= 0
    weights = np.bincount(groups[inside], weights=values[inside], minlength=count)
    sizes = np.bincount(groups[inside], minlength=count)
    means: Floats = weights / np.maximum(sizes, 1)
    return means
