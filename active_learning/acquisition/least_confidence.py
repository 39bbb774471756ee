"""Least confidence: how far the best class is from certain."""

from __future__ import annotations

from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import Floats, in_blocks

__all__ = ["least_confidence"]


def least_confidence(probabilities: ArrayLike) -> Floats:
    """Return ``1 - max_k p_k``, shape (N,), in [0, 1 - 1/K]; larger is less certain.

    References
    ----------
    Lewis & Gale (1994), https://doi.org/10.1007/978-1-4471-2099-5_1
    """
    return in_blocks(lambda p: 1.0 - p.max(axis=1), probabilities)
