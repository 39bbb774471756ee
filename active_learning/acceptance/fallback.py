"""The fallback procedure: many hypotheses in an order, one bound on any false rejection."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["fallback_rejections"]


def fallback_rejections(
    p_values: ArrayLike, weights: ArrayLike
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return which hypotheses are rejected, and the level each was tested at.

    A hypothesis is tested at its own weight and, where the one before it was rejected, at that
    one's level as well. The chance that any true hypothesis is rejected is at most the weights'
    sum. All weight on the first makes it the fixed-sequence test; equal weights forgive a first
    step that is too hard.

    Parameters
    ----------
    p_values : array of shape (J,)
        In an order that was chosen without looking at what they are computed from.
    weights : array of shape (J,)

    References
    ----------
    Wiens & Dmitrienko (2005), https://doi.org/10.1080/10543400500265660
    Angelopoulos et al. (2025), Learn then Test, https://doi.org/10.1214/24-AOAS1998
    """
    stated = np.asarray(p_values, dtype=np.float64)
    levels = np.asarray(weights, dtype=np.float64).copy()
    is_rejected = np.zeros(len(stated), dtype=bool)
    for place in range(len(stated)):
        if place and is_rejected[place - 1]:
            levels[place] += levels[place - 1]
        is_rejected[place] = stated[place] <= levels[place]
    return is_rejected, levels
