"""Acquisition over links: which mark's partner is least certain."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import DistributionError, Floats
from active_learning.acquisition.margin import margin

__all__ = ["link_margins"]


def link_margins(scores: ArrayLike) -> Floats:
    """Return ``1 - (p_(1) - p_(2))`` of each mark's candidates, shape (M,); 0 with fewer than two.

    Parameters
    ----------
    scores : array-like of shape (M, C)
        Logits of C candidate partners; ``-inf`` where a candidate is none.

    References
    ----------
    Scheffer, Decomain & Wrobel (2001), https://doi.org/10.1007/3-540-44816-0_31
    """
    logits = np.asarray(scores, dtype=np.float64)
    if logits.ndim != 2 or np.isnan(logits).any() or (logits == np.inf).any():
        raise DistributionError("scores have shape (M, C) and are finite, or -inf for no candidate")
    able = np.isfinite(logits).sum(axis=1) > 1
    found = np.zeros(len(logits))
    if able.any():
        weights = np.exp(logits[able] - logits[able].max(axis=1, keepdims=True))
        found[able] = margin(weights / weights.sum(axis=1, keepdims=True))
    return found
