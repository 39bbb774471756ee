"""Reliability: stated confidence against the share that was right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Reliability", "expected_calibration_error"]


@dataclass(frozen=True)
class Reliability:
    """Confidence against accuracy in equal bins, each array of shape (bins,).

    Empty bins hold NaN in ``confidence`` and ``accuracy`` and 0 in ``counts``.
    """

    edges: NDArray[np.float64]
    confidence: NDArray[np.float64]
    accuracy: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, confidence: ArrayLike, is_right: ArrayLike, *, bins: int = 10) -> Reliability:
        """Bin top-class probabilities, shape (N,), and whether each was right."""
        stated = np.asarray(confidence, dtype=np.float64)
        right = np.asarray(is_right, dtype=np.float64)
        edges = np.linspace(0.0, 1.0, bins + 1)
        place = np.clip(np.ceil(stated * bins).astype(np.int64) - 1, 0, bins - 1)
        counts = np.bincount(place, minlength=bins)
        full = np.where(counts > 0, counts, np.nan)
        return cls(
            edges,
            np.bincount(place, weights=stated, minlength=bins) / full,
            np.bincount(place, weights=right, minlength=bins) / full,
            counts,
        )

    @property
    def error(self) -> float:
        """Expected calibration error: the mean gap, weighted by the bins' counts."""
        if not self.counts.sum():
            return 0.0
        gaps = np.nan_to_num(np.abs(self.confidence - self.accuracy))
        return float((gaps * self.counts).sum() / self.counts.sum())


def expected_calibration_error(
    confidence: ArrayLike, is_right: ArrayLike, *, bins: int = 10
) -> float:
    """Return the expected calibration error in [0, 1]; 0 without any rows.

    References
    ----------
    Naeini, Cooper & Hauskrecht (2015), https://doi.org/10.1609/aaai.v29i1.9602
    """
    return Reliability.of(confidence, is_right, bins=bins).error
