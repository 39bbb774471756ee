"""Acquisition for independent labels: each column is the probability that one label applies."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import Floats, in_blocks

__all__ = ["multilabel_entropy", "multilabel_margin", "multilabel_top"]


def multilabel_margin(probabilities: ArrayLike) -> Floats:
    """Return ``1 - min_k |2 p_k - 1|``, shape (N,), in [0, 1]: the least decided label counts.

    References
    ----------
    Cherman et al. (2019), https://doi.org/10.1007/s10472-018-9616-5 (minimum aggregation).
    """
    return in_blocks(lambda p: 1.0 - np.abs(2.0 * p - 1.0).min(axis=1), probabilities)


def multilabel_entropy(probabilities: ArrayLike) -> Floats:
    """Return the mean binary entropy in bits over the labels, shape (N,), in [0, 1]."""
    return in_blocks(_mean_bits, probabilities)


def multilabel_top(probabilities: ArrayLike) -> Floats:
    """Return, for the least decided label, the probability of its likelier side, in [0.5, 1].

    This is what the seed band looks at: a task is ambiguous as soon as one label is.
    """
    return in_blocks(lambda p: np.maximum(p, 1.0 - p).min(axis=1), probabilities)


def _mean_bits(probabilities: Floats) -> Floats:
    p = np.clip(probabilities, 1e-12, 1.0 - 1e-12)
    bits = -(p * np.log2(p) + (1.0 - p) * np.log2(1.0 - p))
    mean: Floats = bits.mean(axis=1)
    return mean
