"""Temperature scaling: one number that makes a head as sure as it is right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import expit, log_softmax

__all__ = ["fit_temperature", "probabilities_of"]

COLDEST, HOTTEST = 0.05, 20.0
_LEAST = 10
"""With fewer held-out rows the temperature would be noise; it stays at 1."""


def fit_temperature(
    logits: NDArray[np.floating],
    targets: NDArray[np.floating],
    *,
    independent: bool = False,
) -> float:
    """Return the temperature with the least log loss on rows the head was not fitted on.

    Parameters
    ----------
    logits : array of shape (N, K)
    targets : array of shape (N, K)
        Probabilities of the classes (one-hot for certain labels), or of each label when
        ``independent``.
    independent : bool
        Whether the columns are independent labels (sigmoid) rather than classes (softmax).

    References
    ----------
    Guo et al. (2017), On Calibration of Modern Neural Networks, arXiv:1706.04599.
    """
    if len(logits) < _LEAST or (not independent and logits.shape[1] < 2):
        return 1.0

    def loss(log_temperature: float) -> float:
        z = logits / np.exp(log_temperature)
        if independent:
            # log(1 + e^z) - y z, the binary cross entropy, in a form that cannot overflow.
            return float((np.logaddexp(0.0, z) - targets * z).mean())
        return float(-(targets * log_softmax(z, axis=1)).sum(axis=1).mean())

    found = minimize_scalar(loss, bounds=(np.log(COLDEST), np.log(HOTTEST)), method="bounded")
    return float(np.exp(found.x))


def probabilities_of(
    logits: NDArray[np.floating], temperature: float, *, independent: bool
) -> NDArray[np.floating]:
    """Return softmax (or, for independent labels, sigmoid) of the scaled logits."""
    z = logits / temperature
    result: NDArray[np.floating] = expit(z) if independent else np.exp(log_softmax(z, axis=1))
    return result
