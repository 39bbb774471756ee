"""Runs of moments that belong together, as ranges of time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["runs_of"]


def runs_of(is_in: NDArray[np.bool_], most_gap: int = 0, least: int = 1) -> list[tuple[int, int]]:
    """Return the runs of true moments as (first, first after), in order.

    Runs with at most `most_gap` false moments between them are one; what is then shorter than
    `least` is left out.
    """
    edges = np.diff(np.concatenate([[0], is_in.astype(np.int8), [0]]))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    runs: list[tuple[int, int]] = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if runs and start - runs[-1][1] <= most_gap:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return [run for run in runs if run[1] - run[0] >= least]
