"""Acquisition by part: entropy of pixels or points by region, of windows by segment."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import DistributionError, Floats
from active_learning.acquisition.entropy import entropy
from active_learning.acquisition.grouping import mean_by_group

__all__ = ["region_entropy", "segment_entropy"]


def region_entropy(probabilities: ArrayLike, regions: ArrayLike) -> Floats:
    """Return the mean entropy of each region's pixels or points, shape (R,), in [0, 1].

    Parameters
    ----------
    probabilities : array-like of shape (P, K)
        A distribution a pixel (flattened) or point.
    regions : int array-like of shape (P,)
        The region, 0 to R-1, that each belongs to; -1 for none. Superpixels, clusters of a point
        cloud and drawn regions alike.

    References
    ----------
    Siddiqui, Valentin & Niessner (2020), ViewAL, arXiv:1911.11789 (superpixels).
    Wu et al. (2021), ReDAL: Region-based Active Learning for Point Clouds, arXiv:2107.11769.
    """
    owner = np.asarray(regions, dtype=np.int64).ravel()
    unsure = entropy(probabilities)
    if len(owner) != len(unsure):
        raise DistributionError(f"{len(owner)} places in regions for {len(unsure)} distributions")
    return mean_by_group(unsure, owner, int(owner.max(initial=-1)) + 1)


def segment_entropy(
    probabilities: ArrayLike, starts: ArrayLike, ends: ArrayLike, *, hop_s: float
) -> Floats:
    """Return the mean entropy of the windows that each segment covers, shape (S,), in [0, 1].

    Parameters
    ----------
    probabilities : array-like of shape (W, K)
        A distribution a window of sound, video or series; window w begins at ``w * hop_s``.
    starts, ends : array-like of shape (S,)
        Segments in seconds, half open; one that covers no window's beginning takes the window
        that it lies in.
    hop_s : float
        Seconds between the beginnings of two windows.
    """
    if not hop_s > 0:
        raise ValueError(f"hop_s must be positive, got {hop_s}")
    unsure = entropy(probabilities)
    count = len(unsure)
    first = np.clip(np.floor(_window(starts, hop_s)), 0, max(count - 1, 0)).astype(np.int64)
    last = np.clip(np.ceil(_window(ends, hop_s)), np.minimum(first + 1, count), count)
    totals = np.concatenate([[0.0], np.cumsum(unsure)])
    means: Floats = (totals[last.astype(np.int64)] - totals[first]) / np.maximum(last - first, 1)
    return means


def _window(seconds: ArrayLike, hop_s: float) -> Floats:
    places = np.asarray(seconds, dtype=np.float64)
    if not np.isfinite(places).all():
        raise DistributionError("a segment has no finite place")
    scaled: Floats = places / hop_s
    return scaled
