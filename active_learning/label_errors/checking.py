"""What every finder asks of its input: finite distributions, and labels that are columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["BLOCK", "checked", "checked_shares"]

BLOCK = 16_384
"""Rows at a time: a block of ten classes stays in the processor's cache."""
LOOSE = 1e-2
"""How far a row may be from a sum of one: float16 and rounded probabilities are welcome."""


def checked(
    probabilities: ArrayLike, labels: ArrayLike
) -> tuple[NDArray[np.floating], NDArray[np.intp]]:
    """Return both as arrays of shapes (N, K) and (N,), or say what is wrong with them.

    Raises
    ------
    ValueError
        For NaN or infinite values, rows that are no distribution, labels without a column.
    """
    rows = _table(probabilities)
    given = np.asarray(labels)
    if given.ndim != 1 or len(given) != len(rows):
        raise ValueError(f"{given.shape} labels for {len(rows)} rows of probabilities")
    if len(given) and not np.issubdtype(given.dtype, np.integer):
        raise ValueError(f"labels are column numbers, not {given.dtype}")
    if len(given) and (given.min() < 0 or given.max() >= rows.shape[1]):
        raise ValueError(f"labels lie in 0..{rows.shape[1] - 1}: {given.min()}..{given.max()}")
    ones = np.ones(rows.shape[1], dtype=rows.dtype)
    for start in range(0, len(rows), BLOCK):
        # A product with ones costs a fifth of a sum along short rows, and carries NaN the same.
        off = np.abs(rows[start : start + BLOCK] @ ones - 1)
        if not (off < LOOSE).all():
            row = start + int(np.flatnonzero(~(off < LOOSE))[0])
            raise ValueError(f"row {row} is no distribution over classes: {rows[row]}")
    return rows, given.astype(np.intp, copy=False)


def checked_shares(
    probabilities: ArrayLike, given: ArrayLike
) -> tuple[NDArray[np.floating], NDArray[np.bool_]]:
    """Return independent probabilities and given marks, both (N, K), or say what is wrong."""
    rows, marks = _table(probabilities), np.asarray(given, dtype=bool)
    if marks.shape != rows.shape:
        raise ValueError(f"{marks.shape} marks for {rows.shape} probabilities")
    if rows.size and not (np.isfinite(rows).all() and rows.min() >= 0 and rows.max() <= 1):
        raise ValueError("probabilities lie in [0, 1] and are finite")
    return rows, marks


def _table(probabilities: ArrayLike) -> NDArray[np.floating]:
    rows = np.asarray(probabilities)
    if rows.ndim != 2 or rows.shape[1] < 1:
        raise ValueError(f"probabilities have the shape (N, K), not {rows.shape}")
    if not np.issubdtype(rows.dtype, np.floating):
        rows = rows.astype(np.float64)
    if rows.size and rows.min() < 0:
        raise ValueError("a probability is negative")
    return rows
