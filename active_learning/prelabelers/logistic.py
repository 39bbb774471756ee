"""Logistic regression held by a Gaussian prior: what few decisions teach, and no more."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["chances", "mode"]

STEPS = 25
FLAT = 30.0
"""Logits beyond say nothing more, and would overflow."""

Floats = NDArray[np.float64]


def chances(logits: Floats) -> Floats:
    """Return the probabilities of logits."""
    found: Floats = 1 / (1 + np.exp(-np.clip(logits, -FLAT, FLAT)))
    return found


def mode(rows: Floats, taken: Floats, mean: Floats, precision: Floats) -> Floats:
    """Return the likeliest weights, (D,); Newton's method, since the objective is convex.

    Parameters
    ----------
    rows : ndarray, shape (N, D)
    taken : ndarray, shape (N,)
        1 where it happened, 0 where not.
    mean, precision : ndarray, shape (D,)
        Of the prior.
    """
    found = mean.copy()
    for _ in range(STEPS):
        p = chances(rows @ found)
        slope = rows.T @ (p - taken) + precision * (found - mean)
        curve = (rows * (p * (1 - p))[:, None]).T @ rows + np.diag(precision)
        step = np.linalg.solve(curve, slope)
        found -= step
        if np.abs(step).max() < 1e-8:
            break
    return found
