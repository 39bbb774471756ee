"""BALD: where the members of an ensemble are each sure, and disagree."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import Floats
from active_learning.acquisition.ensembles import checked_ensemble, in_ensemble_blocks

__all__ = ["bald"]


def bald(ensemble: ArrayLike) -> Floats:
    """Return the mutual information between a task's class and the model, in [0, 1], shape (N,).

    The entropy of the mean minus the mean of the entropies, divided by ``log K``: a task that
    every member finds ambiguous in the same way teaches nothing, and scores zero.

    Parameters
    ----------
    ensemble : array-like of shape (S, N, K)
        Distributions by S members, or S passes with dropout.

    References
    ----------
    Houlsby, Huszar, Ghahramani & Lengyel (2011), arXiv:1112.5745.
    Gal, Islam & Ghahramani (2017), Deep Bayesian Active Learning, arXiv:1703.02910.
    """
    return in_ensemble_blocks(_information, checked_ensemble(ensemble))


def _information(members: Floats) -> Floats:
    classes = max(members.shape[2], 2)
    mean = members.mean(axis=0)
    nats = _entropy(mean) - _entropy(members).mean(axis=0)
    # Rounding may leave a hair below zero where all members agree.
    information: Floats = np.clip(nats / np.log(classes), 0.0, 1.0)
    return information


def _entropy(p: Floats) -> Floats:
    clipped = np.clip(p, 1e-12, 1.0)
    nats: Floats = -(clipped * np.log(clipped)).sum(axis=-1)
    return nats
