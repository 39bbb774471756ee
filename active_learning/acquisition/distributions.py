"""What every acquisition function asks of a distribution, and how a large pool is walked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["DistributionError", "Floats", "checked_distribution", "in_blocks", "top_two"]

Floats: TypeAlias = NDArray[np.floating]

BLOCK_ROWS = 16_384
"""Rows a block: temporaries stay in the processor's cache, so memory is flat in the pool."""


class DistributionError(ValueError):
    """Probabilities that cannot be used; the message names the first bad row."""


def checked_distribution(probabilities: ArrayLike) -> Floats:
    """Return ``probabilities`` as a float array of shape (N, K), K >= 1.

    Parameters
    ----------
    probabilities : array-like of shape (N, K)
        Class probabilities or, for multi-label heads, independent label probabilities.

    Raises
    ------
    DistributionError
        When a value is missing (NaN), infinite or outside [0, 1], or the shape is not (N, K).
        Refusing is the point: a NaN sorts as the largest utility and would be asked first.
    """
    array = np.asarray(probabilities)
    if array.ndim != 2 or array.shape[1] == 0:
        raise DistributionError(f"probabilities must have shape (N, K >= 1), got {array.shape}")
    if not np.issubdtype(array.dtype, np.floating):
        array = array.astype(np.float64)
    for start in range(0, len(array), BLOCK_ROWS):
        block = array[start : start + BLOCK_ROWS]
        # NaN fails both comparisons, so one test finds NaN, infinities and values out of range.
        good = ((block >= -1e-6) & (block <= 1 + 1e-6)).all(axis=1)
        if not good.all():
            row = start + int(np.argmin(good))
            raise DistributionError(f"row {row} is not a distribution: {array[row].tolist()}")
    return array


def in_blocks(function: Callable[[Floats], Floats], probabilities: Floats) -> Floats:
    """Apply ``function`` (n, K) -> (n,) to blocks of rows and join the results, shape (N,)."""
    utilities = np.empty(len(probabilities), dtype=np.float64)
    for start in range(0, len(probabilities), BLOCK_ROWS):
        block = probabilities[start : start + BLOCK_ROWS]
        utilities[start : start + len(block)] = function(block)
    return utilities


def top_two(probabilities: Floats) -> tuple[Floats, Floats]:
    """Return the largest and the second largest probability of each row, each of shape (n,).

    With one class there is no second: it is the rest of the mass, ``1 - p``, so that a single
    known class reads as "this class or something unseen" and never as NaN.
    """
    if probabilities.shape[1] == 1:
        first = probabilities[:, 0]
        return first, np.clip(1.0 - first, 0.0, 1.0)
    rows = np.arange(len(probabilities))
    best = probabilities.argmax(axis=1)
    rest = probabilities.copy()
    rest[rows, best] = -1.0
    return probabilities[rows, best], rest.max(axis=1)
