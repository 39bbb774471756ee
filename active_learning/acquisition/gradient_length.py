"""Expected gradient length: how far one label would move a linear head."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import DistributionError, Floats, in_blocks

__all__ = ["expected_gradient_length"]


def expected_gradient_length(probabilities: ArrayLike, features: ArrayLike) -> Floats:
    """Return the expected norm of the loss's gradient by a softmax head's weights, shape (N,).

    With class k as the label the gradient is ``(p - e_k) x'``, of norm ``|p - e_k| |(x, 1)|``
    (the 1 is the bias); the expectation is over ``p`` itself.

    Parameters
    ----------
    probabilities : array-like of shape (N, K)
    features : array-like of shape (N, D)

    References
    ----------
    Settles, Craven & Ray (2007), Multiple-Instance Active Learning, NeurIPS 20.
    Settles & Craven (2008), https://doi.org/10.3115/1613715.1613855
    """
    rows = np.asarray(features)
    lengths = np.sqrt(np.einsum("nd,nd->n", rows, rows) + 1.0)
    if not np.isfinite(lengths).all():
        raise DistributionError(
            f"row {int(np.argmin(np.isfinite(lengths)))} of features is not finite"
        )
    expected = in_blocks(_expected_norm, probabilities)
    if len(lengths) != len(expected):
        raise DistributionError(
            f"{len(lengths)} rows of features for {len(expected)} distributions"
        )
    length: Floats = expected * lengths
    return length


def _expected_norm(p: Floats) -> Floats:
    # |p - e_k|^2 = |p|^2 - 2 p_k + 1
    squared = (p**2).sum(axis=1, keepdims=True) - 2.0 * p + 1.0
    norm: Floats = (p * np.sqrt(np.maximum(squared, 0.0))).sum(axis=1)
    return norm
