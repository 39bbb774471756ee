"""Entropy: how spread the whole distribution is."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import Floats, in_blocks

__all__ = ["entropy"]


def entropy(probabilities: ArrayLike) -> Floats:
    """Return Shannon's entropy divided by ``log K``, shape (N,), in [0, 1].

    Dividing makes utilities of ontologies of different size comparable. With one known class
    (K = 1) the binary entropy of "this class or something unseen" is returned.

    References
    ----------
    Shannon (1948), https://doi.org/10.1002/j.1538-7305.1948.tb01338.x
    """
    return in_blocks(_entropy, probabilities)


def _entropy(probabilities: Floats) -> Floats:
    if probabilities.shape[1] == 1:
        probabilities = np.hstack([probabilities, 1.0 - probabilities])
    clipped = np.clip(probabilities, 1e-12, 1.0)
    nats: Floats = -(clipped * np.log(clipped)).sum(axis=1)
    scaled: Floats = np.clip(nats / np.log(probabilities.shape[1]), 0.0, 1.0)
    return scaled
