"""Macro-F1: how well the classes are told apart, each counting the same, and how sure that is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.interval import Interval

__all__ = ["macro_f1"]

DRAWS = 1000
SEED = 7


def macro_f1(counts: NDArray[np.int64]) -> Interval | None:
    """Return the mean F1 of the classes that occur, with a 95 % interval; None without tasks.

    Parameters
    ----------
    counts : array of shape (K, K)
        Tasks by true class (rows) and by what was said (columns).

    Notes
    -----
    The interval is the percentile bootstrap over tasks: drawing N tasks anew with replacement is
    one multinomial draw of the table's cells.
    """
    total = int(counts.sum())
    if total == 0:
        return None
    rng = np.random.default_rng(SEED)
    cells = np.flatnonzero(counts)
    drawn = rng.multinomial(total, counts.ravel()[cells] / total, size=DRAWS)
    rows, columns = np.unravel_index(cells, counts.shape)
    scores = _scores(drawn, rows, columns, len(counts))
    value = float(_scores(counts.ravel()[cells][None], rows, columns, len(counts))[0])
    low, high = np.quantile(scores, [0.025, 0.975])
    return Interval(value, min(float(low), value), max(float(high), value))


def _scores(
    drawn: NDArray[np.int64], rows: NDArray[np.intp], columns: NDArray[np.intp], classes: int
) -> NDArray[np.float64]:
    """Return macro-F1 of each table, given as its cells that are not empty, shape (D, C)."""
    into_row, into_column = np.eye(classes)[rows], np.eye(classes)[columns]
    true, said = drawn @ into_row, drawn @ into_column
    right = (drawn * (rows == columns)) @ into_row
    occurs = true + said > 0
    f1 = np.divide(2 * right, true + said, out=np.zeros_like(right), where=occurs)
    scores: NDArray[np.float64] = f1.sum(axis=1) / np.maximum(occurs.sum(axis=1), 1)
    return scores
