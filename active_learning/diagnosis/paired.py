"""Two models on the same tasks."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

__all__ = ["Paired", "paired_difference"]


@dataclass(frozen=True)
class Paired:
    """Counts of tasks, and the second model's accuracy less the first's with its 95 % interval."""

    both: int
    first_only: int
    second_only: int
    neither: int
    difference: float
    low: float
    high: float


def paired_difference(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Paired | None:
    """Compare who was right on N tasks, shape (N,) each; None without tasks.

    The interval is of the difference itself: intervals of two accuracies on the same tasks may
    overlap although one model is surely better.

    References
    ----------
    Agresti & Min (2005), https://doi.org/10.1002/sim.1781
    """
    count = len(first)
    if count == 0:
        return None
    both, neither = int((first & second).sum()), int((~first & ~second).sum())
    gained, lost = int((second & ~first).sum()), int((first & ~second).sum())
    # Half a task in each of the four cells keeps the interval honest where one is empty.
    n, up, down = count + 2.0, gained + 0.5, lost + 0.5
    centre = (up - down) / n
    z = NormalDist().inv_cdf(0.975)
    spread = z * sqrt(max(up + down - (up - down) ** 2 / n, 0.0)) / n
    return Paired(
        both,
        lost,
        gained,
        neither,
        (gained - lost) / count,
        max(-1.0, centre - spread),
        min(1.0, centre + spread),
    )
