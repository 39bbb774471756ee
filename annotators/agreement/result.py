"""A coefficient with its interval, or the reason why there is none."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Coefficient", "with_interval", "with_weights"]

MANY_DRAWS, FEW_DRAWS = 200, 40
MANY_TASKS = 20_000
"""Beyond so many tasks the interval is narrow, and a rough one does."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A value of an agreement metric; `reason` says why `value` is None. Never NaN."""

    metric: str
    value: float | None
    n_tasks: int
    low: float | None = None
    high: float | None = None
    reason: str = ""


def with_interval(
    metric: str,
    n_tasks: int,
    statistic: Callable[[NDArray[np.int64]], float],
    rng: np.random.Generator,
    *,
    n_resamples: int = 200,
    level: float = 0.95,
) -> Coefficient:
    """Bootstrap over tasks: `statistic` maps task indices (with repeats) to the coefficient.

    References
    ----------
    Efron (1979), "Bootstrap methods: another look at the jackknife",
    doi:10.1214/aos/1176344552.
    """
    value = statistic(np.arange(n_tasks))
    draws = [statistic(rng.integers(0, n_tasks, n_tasks)) for _ in range(n_resamples)]
    finite = [draw for draw in draws if math.isfinite(draw)]
    tail = (1 - level) / 2
    low, high = np.quantile(finite, [tail, 1 - tail]) if finite else (value, value)
    return Coefficient(metric, float(value), n_tasks, float(low), float(high))


def with_weights(
    metric: str,
    n_tasks: int,
    statistic: Callable[[NDArray[np.float64]], float],
    rng: np.random.Generator,
    *,
    level: float = 0.95,
) -> Coefficient:
    """Bootstrap over tasks where `statistic` takes how often each task was drawn.

    Sums by task are then made once, and a draw costs a product: a million votes stay cheap.
    """
    value = statistic(np.ones(n_tasks))
    n_resamples = MANY_DRAWS if n_tasks <= MANY_TASKS else FEW_DRAWS
    draws = np.sort(
        [
            statistic(
                np.bincount(rng.integers(0, n_tasks, n_tasks), minlength=n_tasks).astype(np.float64)
            )
            for _ in range(n_resamples)
        ]
    )
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return Coefficient(metric, float(value), n_tasks, float(low), float(high))
