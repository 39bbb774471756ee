"""Expected error reduction: which label would leave the rest least in doubt (small pools)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.acquisition.distributions import Floats, checked_distribution
from active_learning.acquisition.entropy import entropy

__all__ = ["MOST_REFITS", "expected_error_reduction"]

MOST_REFITS = 20_000
"""Candidates times classes; beyond, it is the wrong function (each is a fit of its own)."""


def expected_error_reduction(
    probabilities: ArrayLike,
    refit: Callable[[int, int], Floats],
    *,
    candidates: NDArray[np.integer] | None = None,
) -> Floats:
    """Return how much the pool's mean entropy is expected to fall by a label, shape (C,).

    Parameters
    ----------
    probabilities : array-like of shape (N, K)
        What the model says of the pool now.
    refit : callable
        ``refit(row, k)`` returns the pool's distributions, shape (N, K'), of a model that also
        knows class ``k`` of ``row``.
    candidates : int array of shape (C,), optional
        The rows to weigh up; all of them if not given.

    References
    ----------
    Roy & McCallum (2001), Toward Optimal Active Learning through Sampling Estimation of Error
    Reduction, ICML.
    """
    now = checked_distribution(probabilities)
    rows = np.arange(len(now)) if candidates is None else np.asarray(candidates)
    if (fits := len(rows) * now.shape[1]) > MOST_REFITS:
        raise ValueError(
            f"{len(rows)} candidates of {now.shape[1]} classes take {fits} fits, more than "
            f"{MOST_REFITS}; pass fewer candidates"
        )
    before = float(entropy(now).mean()) if len(now) else 0.0
    expected = [
        sum(
            float(now[row, k]) * float(entropy(refit(int(row), k)).mean())
            for k in range(now.shape[1])
        )
        for row in rows
    ]
    return before - np.array(expected, dtype=np.float64)
