"""Acquisition over boxes: which class, and how firmly they are in their place."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import DistributionError, Floats
from active_learning.acquisition.margin import margin

__all__ = ["box_uncertainty", "localisation_uncertainty"]


def localisation_uncertainty(variants: ArrayLike) -> Floats:
    """Return one minus the mean overlap of each box with its other placings, shape (B,), [0, 1].

    Parameters
    ----------
    variants : array-like of shape (V, B, 4)
        The same boxes (x, y, width, height) as V >= 2 passes place them: members of an ensemble,
        or a picture and its mirror image turned back.

    References
    ----------
    Kao, Lee, Sen & Liu (2018), Localization-Aware Active Learning for Object Detection,
    arXiv:1801.05124 (localisation stability).
    """
    boxes = np.asarray(variants, dtype=np.float64)
    if boxes.ndim != 3 or len(boxes) < 2 or boxes.shape[2] != 4:
        raise DistributionError(f"variants have shape (V >= 2, B, 4), got {boxes.shape}")
    if not np.isfinite(boxes).all() or (boxes[..., 2:] < 0).any():
        raise DistributionError("a box is not finite, or has a negative side")
    overlaps = [_iou(boxes[0], other) for other in boxes[1:]]
    unsure: Floats = 1.0 - np.mean(overlaps, axis=0)
    return unsure


def box_uncertainty(
    probabilities: ArrayLike, variants: ArrayLike | None = None, *, share: float = 0.5
) -> Floats:
    """Return class and place uncertainty of each box joined, shape (B,), in [0, 1].

    Parameters
    ----------
    probabilities : array-like of shape (B, K)
    variants : array-like of shape (V, B, 4), optional
        See `localisation_uncertainty`; without it the class alone counts.
    share : float
        Of the place in the mean of both.
    """
    unsure = margin(probabilities)
    if variants is None:
        return unsure
    place = localisation_uncertainty(variants)
    if len(place) != len(unsure):
        raise DistributionError(f"{len(place)} placed boxes for {len(unsure)} distributions")
    joined: Floats = (1.0 - share) * unsure + share * place
    return joined


def _iou(a: Floats, b: Floats) -> Floats:
    low = np.maximum(a[:, :2], b[:, :2])
    high = np.minimum(a[:, :2] + a[:, 2:], b[:, :2] + b[:, 2:])
    inner = np.maximum(high - low, 0.0).prod(axis=1)
    union = a[:, 2:].prod(axis=1) + b[:, 2:].prod(axis=1) - inner
    # Two empty boxes in one place agree.
    overlap: Floats = np.where(union > 0, inner / np.where(union > 0, union, 1.0), 1.0)
    return overlap
