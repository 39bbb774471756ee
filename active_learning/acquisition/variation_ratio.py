"""Variation ratio: the share of an ensemble that does not vote with the majority."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import Floats
from active_learning.acquisition.ensembles import checked_ensemble, in_ensemble_blocks

__all__ = ["variation_ratio"]


def variation_ratio(ensemble: ArrayLike) -> Floats:
    """Return ``1 - votes of the modal class / S``, shape (N,), in [0, 1 - 1/S].

    Parameters
    ----------
    ensemble : array-like of shape (S, N, K)
        Distributions by S members; each votes for its likeliest class.

    References
    ----------
    Freeman (1965), Elementary Applied Statistics, Wiley.
    Gal, Islam & Ghahramani (2017), arXiv:1703.02910.
    """
    return in_ensemble_blocks(_ratio, checked_ensemble(ensemble))


def _ratio(members: Floats) -> Floats:
    votes = members.argmax(axis=2)
    counts = np.stack([(votes == k).sum(axis=0) for k in range(members.shape[2])])
    ratio: Floats = 1.0 - counts.max(axis=0) / len(members)
    return ratio
