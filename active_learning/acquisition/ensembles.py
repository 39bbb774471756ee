"""What acquisition functions over several models ask of their distributions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import (
    DistributionError,
    Floats,
    checked_distribution,
)

__all__ = ["checked_ensemble", "in_ensemble_blocks"]

BLOCK_ROWS = 2_048


def checked_ensemble(ensemble: ArrayLike) -> Floats:
    """Return distributions of S >= 1 members as a float array of shape (S, N, K).

    Raises
    ------
    DistributionError
        Naming the member and its first bad row.
    """
    array = np.asarray(ensemble)
    if array.ndim != 3 or 0 in (array.shape[0], array.shape[2]):
        raise DistributionError(f"an ensemble has shape (S >= 1, N, K >= 1), got {array.shape}")
    if not np.issubdtype(array.dtype, np.floating):
        array = array.astype(np.float64)
    for place, member in enumerate(array):
        try:
            checked_distribution(member)
        except DistributionError as error:
            raise DistributionError(f"member {place}, {error}") from error
    return array


def in_ensemble_blocks(function: Callable[[Floats], Floats], ensemble: Floats) -> Floats:
    """Apply ``function`` (S, n, K) -> (n,) to blocks of rows and join the results, shape (N,)."""
    utilities = np.empty(ensemble.shape[1], dtype=np.float64)
    for start in range(0, ensemble.shape[1], BLOCK_ROWS):
        block = ensemble[:, start : start + BLOCK_ROWS]
        utilities[start : start + block.shape[1]] = function(block)
    return utilities
