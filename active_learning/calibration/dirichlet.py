"""Dirichlet scaling: a linear map of log-probabilities that mends classes, not only sureness."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax

__all__ = ["DirichletMap", "fit_dirichlet"]

SMALLEST = 1e-12
"""Probabilities are raised to this before their logarithm is taken."""
OFF_DIAGONAL, INTERCEPT = 0.01, 0.01


@dataclass(frozen=True)
class DirichletMap:
    """``softmax(weights @ log p + bias)``: weights of shape (K, K), bias of shape (K,)."""

    weights: NDArray[np.float64]
    bias: NDArray[np.float64]

    def __call__(self, probabilities: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return calibrated probabilities, shape (N, K)."""
        mapped: NDArray[np.float64] = softmax(
            _logs(probabilities) @ self.weights.T + self.bias, axis=1
        )
        return mapped

    @classmethod
    def identity(cls, classes: int) -> DirichletMap:
        """Return the map that changes nothing."""
        return cls(np.eye(classes), np.zeros(classes))


def fit_dirichlet(
    probabilities: NDArray[np.floating],
    targets: NDArray[np.floating],
    *,
    is_diagonal: bool = False,
    off_diagonal: float = OFF_DIAGONAL,
    intercept: float = INTERCEPT,
) -> DirichletMap:
    """Return the map with the least log loss on rows that the head was not fitted on.

    Parameters
    ----------
    probabilities : array of shape (N, K)
    targets : array of shape (N, K)
        Probabilities of the classes, one-hot for certain labels.
    is_diagonal : bool
        Fit one weight and one bias a class (vector scaling): 2 K numbers instead of K (K + 1),
        which is what a few hundred rows can bear.
    off_diagonal, intercept : float
        Penalties on squares of off-diagonal weights and biases (ODIR), which keep classes without
        rows where they were.

    References
    ----------
    Kull et al. (2019), Beyond temperature scaling: Obtaining well-calibrated multiclass
    probabilities with Dirichlet calibration, NeurIPS 32, arXiv:1910.12656.
    """
    rows, classes = probabilities.shape
    start = DirichletMap.identity(classes)
    if rows == 0 or classes < 2:
        return start
    logs, wanted = _logs(probabilities), np.asarray(targets, dtype=np.float64)
    off = 1.0 - np.eye(classes)
    is_free = np.eye(classes) if is_diagonal else np.ones((classes, classes))

    def loss(packed: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights, bias = _unpacked(packed, classes)
        stated = log_softmax(logs @ weights.T + bias, axis=1)
        gap = (np.exp(stated) * wanted.sum(axis=1, keepdims=True) - wanted) / rows
        spread, lift = off_diagonal / (classes * (classes - 1)), intercept / classes
        value = -(wanted * stated).sum() / rows
        value += spread * ((off * weights) ** 2).sum() + lift * (bias**2).sum()
        slope = (gap.T @ logs + 2 * spread * off * weights) * is_free
        return float(value), np.concatenate([slope.ravel(), gap.sum(axis=0) + 2 * lift * bias])

    packed = np.concatenate([start.weights.ravel(), start.bias])
    found = minimize(loss, packed, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return DirichletMap(*_unpacked(found.x, classes))


def _logs(probabilities: NDArray[np.floating]) -> NDArray[np.float64]:
    if not np.isfinite(probabilities).all():
        raise ValueError("probabilities hold NaN or infinity")
    return np.log(np.maximum(np.asarray(probabilities, dtype=np.float64), SMALLEST))


def _unpacked(
    packed: NDArray[np.float64], classes: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return packed[: classes * classes].reshape(classes, classes), packed[classes * classes :]
