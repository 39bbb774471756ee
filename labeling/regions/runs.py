"""Sets of whole numbers as runs [start, end): what two share, without listing members."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Runs", "iou_of_runs"]

Runs = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Starts and ends (exclusive), ascending and disjoint, each of shape (n,)."""


def iou_of_runs(a: Runs, b: Runs) -> float:
    """Size of the intersection over the size of the union; 0 where both are empty."""
    at = np.concatenate([*a, *b])
    step = np.repeat([1, -1, 1, -1], [len(a[0]), len(a[1]), len(b[0]), len(b[1])])
    order = np.argsort(at, kind="stable")
    depth = np.cumsum(step[order])[:-1]
    widths = np.diff(at[order])
    shared, joined = int(widths[depth == 2].sum()), int(widths[depth >= 1].sum())
    return shared / joined if joined else 0.0
