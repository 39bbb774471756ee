"""Cohen's kappa of two annotators."""

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.result import Coefficient, with_interval

__all__ = ["cohen_kappa"]

METRIC = "cohen_kappa"


def cohen_kappa(
    first: NDArray[np.int64], second: NDArray[np.int64], *, rng: np.random.Generator
) -> Coefficient:
    """Return kappa over the tasks that both answered.

    Parameters
    ----------
    first, second : ndarray of int, shape (n_tasks,)
        Value indices of the two annotators, task by task; no task is missing.

    Notes
    -----
    Where both always gave one and the same value, chance agreement is 1; kappa is then 1.

    References
    ----------
    Cohen (1960), "A coefficient of agreement for nominal scales",
    doi:10.1177/001316446002000104.
    """
    if not len(first):
        return Coefficient(METRIC, None, 0, reason="no_task_in_common")
    n_values = int(max(first.max(), second.max())) + 1
    pair = first * n_values + second
    return with_interval(METRIC, len(first), lambda at: _kappa(pair[at], n_values), rng)


def _kappa(pair: NDArray[np.int64], n_values: int) -> float:
    """Compare the diagonal of the table of pairs with what its margins alone would give."""
    table = np.bincount(pair, minlength=n_values**2).reshape(n_values, n_values) / len(pair)
    observed = float(np.trace(table))
    by_chance = float(table.sum(1) @ table.sum(0))
    return (observed - by_chance) / (1 - by_chance) if by_chance < 1 else 1.0
