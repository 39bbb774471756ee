"""What a larger model says of the rows, for a smaller one to learn; by numpy alone.

References
----------
Hinton, Vinyals & Dean (2015), Distilling the Knowledge in a Neural Network, arXiv:1503.02531.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Teaching", "softened"]

TINY = 1e-7
"""Least probability whose logarithm is taken."""


@dataclass(frozen=True)
class Teaching:
    """A teacher's answers.

    Attributes
    ----------
    probabilities : float32 array of shape (N, K)
        Of the same classes as the targets; a row that it could not answer holds anything.
    weights : float32 array of shape (N,)
        How much each answer counts; 0 where there is none.
    """

    probabilities: NDArray[np.float32]
    weights: NDArray[np.float32]


def softened(
    probabilities: NDArray[np.floating], softness: float, *, independent: bool
) -> NDArray[np.float32]:
    """Return probabilities at a higher temperature, shape (N, K).

    The logits need not be known: they are the logarithms of the probabilities up to a constant,
    which the softmax does not see.
    """
    kept = np.clip(probabilities.astype(np.float64), TINY, 1.0 - TINY)
    if independent:
        odds = (kept / (1.0 - kept)) ** (1.0 / softness)
        return np.asarray(odds / (1.0 + odds), dtype=np.float32)
    raised = kept ** (1.0 / softness)
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)
