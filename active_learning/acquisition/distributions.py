"""What every acquisition function asks of a distribution, and how a large pool is walked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["DistributionError", "Floats", "checked_distribution", "in_blocks", "top_two"]

Floats: TypeAlias = NDArray[np.floating]

BLOCK_BYTES = 400_000
"""A block of rows and its temporaries stay in the processor's cache; memory is flat in the pool."""
SLACK = 1e-6
"""How far float32 rounding may carry a probability out of [0, 1]."""


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
    array = _as_rows(probabilities)
    for start, block in _blocks(array):
        _check_block(block, start)
    return array


def in_blocks(function: Callable[[Floats], Floats], probabilities: ArrayLike) -> Floats:
    """Apply ``function`` (n, K) -> (n,) to checked blocks of rows and join the results, (N,).

    Each block is checked while it is in the cache, so a pool is read once: it may as well be an
    `numpy.memmap` of a file larger than memory.

    Raises
    ------
    DistributionError
        As `checked_distribution`.
    """
    array = _as_rows(probabilities)
    utilities = np.empty(len(array), dtype=np.float64)
    for start, block in _blocks(array):
        _check_block(block, start)
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


def _as_rows(probabilities: ArrayLike) -> Floats:
    array = np.asarray(probabilities)
    if array.ndim != 2 or array.shape[1] == 0:
        raise DistributionError(f"probabilities must have shape (N, K >= 1), got {array.shape}")
    return array if np.issubdtype(array.dtype, np.floating) else array.astype(np.float64)


def _blocks(array: Floats) -> Iterator[tuple[int, Floats]]:
    rows = max(1, BLOCK_BYTES // (array.shape[1] * array.itemsize))
    for start in range(0, len(array), rows):
        yield start, array[start : start + rows]


def _check_block(block: Floats, start: int) -> None:
    # NaN passes through min and max and fails both comparisons, as infinities do.
    if block.min() >= -SLACK and block.max() <= 1 + SLACK:
        return
    row = int(np.argmin(((block >= -SLACK) & (block <= 1 + SLACK)).all(axis=1)))
    raise DistributionError(f"row {start + row} is not a distribution: {block[row].tolist()}")
