"""The learning curve as a power law with a ceiling: ``accuracy(n) = c - a n^-b``.

References
----------
Hestness et al. (2017), Deep Learning Scaling is Predictable, Empirically, arXiv:1712.00409.
Viering & Loog (2023), The Shape of Learning Curves: A Review, TPAMI 45(6),
https://doi.org/10.1109/TPAMI.2022.3220744.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["PowerLaw", "fit_power_law"]

EXPONENTS = np.geomspace(0.05, 2.0, 48)
"""Slower than n^-0.05 no curve of use is; faster than n^-2 none was ever seen."""


@dataclass(frozen=True)
class PowerLaw:
    """One curve, or B of them: each array of shape (B,).

    Attributes
    ----------
    ceiling : what endless labels would give
    scale : a, not negative
    exponent : b
    """

    ceiling: NDArray[np.float64]
    scale: NDArray[np.float64]
    exponent: NDArray[np.float64]

    def at(self, labels: ArrayLike) -> NDArray[np.float64]:
        """Return the accuracy of each curve at each of N counts of labels, shape (B, N)."""
        counts = np.maximum(np.asarray(labels, dtype=np.float64), 1.0)
        drop = self.scale[:, None] * counts[None, :] ** -self.exponent[:, None]
        return np.clip(self.ceiling[:, None] - drop, 0.0, 1.0)

    def labels_to(self, target: ArrayLike) -> NDArray[np.float64]:
        """Return the labels at which each curve reaches its target, shape (B,); inf if never."""
        gap = self.ceiling - np.asarray(target, dtype=np.float64)
        reached = gap > 0
        ratio = self.scale / np.where(reached, gap, 1.0)
        # A huge power is as good as never, and must not warn.
        log = np.log(np.maximum(ratio, 1e-12)) / self.exponent
        return np.where(reached, np.exp(np.clip(log, 0.0, 60.0)), np.inf)


def fit_power_law(
    labels: NDArray[np.float64], values: NDArray[np.float64], weights: NDArray[np.float64]
) -> PowerLaw:
    """Return the weighted least-squares curve through each row of ``values``.

    Parameters
    ----------
    labels : float array of shape (P,), positive
    values : float array of shape (B, P), in [0, 1]
    weights : float array of shape (B, P), not negative
        Zero leaves a point out.

    Notes
    -----
    For a given exponent the ceiling and the scale are linear; every exponent of a grid is solved
    at once, and the best one is taken. Nothing iterates, so nothing fails to converge.
    """
    if labels.ndim != 1 or values.shape != weights.shape or values.shape[1:] != labels.shape:
        raise ValueError(f"{labels.shape} labels, {values.shape} values, {weights.shape} weights")
    if not (np.isfinite(labels).all() and np.isfinite(values).all() and np.isfinite(weights).all()):
        raise ValueError("a learning curve holds NaN or infinite values")
    if len(labels) < 2 or (labels <= 0).any():
        raise ValueError("a learning curve needs two points with labels")
    powers = labels[None, :] ** -EXPONENTS[:, None]  # (E, P)
    ceiling, scale = _solved(powers, values, weights)
    fitted = ceiling[..., None] - scale[..., None] * powers[None]
    errors = (weights[:, None, :] * (values[:, None, :] - fitted) ** 2).sum(axis=2)
    best = errors.argmin(axis=1)
    rows = np.arange(len(values))
    return PowerLaw(ceiling[rows, best], scale[rows, best], EXPONENTS[best])


def _solved(
    powers: NDArray[np.float64], values: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ceilings and scales for each row and exponent, both of shape (B, E), within bounds."""
    total = weights.sum(axis=1)[:, None]  # (B, 1)
    mean_x = weights @ powers.T / total  # (B, E)
    mean_y = (weights * values).sum(axis=1)[:, None] / total
    spread = weights @ (powers**2).T / total - mean_x**2
    joint = (weights * values) @ powers.T / total - mean_x * mean_y
    scale = np.maximum(-joint / np.maximum(spread, 1e-18), 0.0)
    ceiling = mean_y + scale * mean_x
    # Above 1 nothing is measured: there the ceiling is 1, and the scale what fits best under it.
    capped = (weights @ powers.T - (weights * values) @ powers.T) / np.maximum(
        weights @ (powers**2).T, 1e-18
    )
    above = ceiling > 1.0
    return np.where(above, 1.0, ceiling), np.where(above, np.maximum(capped, 0.0), scale)
