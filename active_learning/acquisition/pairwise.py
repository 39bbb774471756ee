"""Acquisition over comparisons: which two to put side by side."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import DistributionError, Floats

__all__ = ["pair_uncertainty"]


def pair_uncertainty(
    scores: ArrayLike, pairs: ArrayLike, *, deviations: ArrayLike | None = None
) -> Floats:
    """Return how open each comparison is, in bits, shape (P,), in [0, 1].

    Under Bradley and Terry's model ``a`` beats ``b`` with probability ``sigmoid(s_a - s_b)``. With
    deviations it is what a logistic of uncertain strength gives on average (MacKay's
    approximation), so two unknown ones are as open as two equal ones.

    Parameters
    ----------
    scores : array-like of shape (N,)
        Strengths on the logit scale.
    pairs : int array-like of shape (P, 2)
    deviations : array-like of shape (N,), optional
        Standard deviations of the strengths.

    References
    ----------
    Bradley & Terry (1952), https://doi.org/10.1093/biomet/39.3-4.324
    MacKay (1992), https://doi.org/10.1162/neco.1992.4.5.720
    """
    strength = np.asarray(scores, dtype=np.float64)
    both = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    if not np.isfinite(strength).all():
        raise DistributionError(f"score {int(np.argmin(np.isfinite(strength)))} is not finite")
    gap = strength[both[:, 0]] - strength[both[:, 1]]
    if deviations is not None:
        variance = (np.asarray(deviations, dtype=np.float64) ** 2)[both].sum(axis=1)
        gap = gap / np.sqrt(1.0 + np.pi * variance / 8.0)
    p = np.clip(1.0 / (1.0 + np.exp(-np.abs(gap))), 1e-12, 1.0 - 1e-12)
    bits: Floats = -(p * np.log2(p) + (1.0 - p) * np.log2(1.0 - p))
    return bits
