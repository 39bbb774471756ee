"""Reliability: stated confidence against the share that was right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Reliability", "expected_calibration_error"]


@dataclass(frozen=True)
class Reliability:
    """Confidence against accuracy in bins, each array of shape (bins,).

    Empty bins hold NaN in ``confidence`` and ``accuracy`` and 0 in ``counts``.
    """

    edges: NDArray[np.float64]
    confidence: NDArray[np.float64]
    accuracy: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def of(
        cls, confidence: ArrayLike, is_right: ArrayLike, *, bins: int = 10, adaptive: bool = False
    ) -> Reliability:
        """Bin top-class probabilities, shape (N,), and whether each was right.

        Bins are equally wide, or with ``adaptive`` hold (nearly) equally many rows: a head that
        is sure of nearly everything fills one wide bin, in which its errors cancel out.
        """
        stated = np.asarray(confidence, dtype=np.float64)
        right = np.asarray(is_right, dtype=np.float64)
        if adaptive:
            edges, place = _equally_full(stated, bins)
        else:
            edges = np.linspace(0.0, 1.0, bins + 1)
            place = np.clip(np.ceil(stated * bins).astype(np.int64) - 1, 0, bins - 1)
        bins = len(edges) - 1
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
    confidence: ArrayLike, is_right: ArrayLike, *, bins: int = 10, adaptive: bool = False
) -> float:
    """Return the expected calibration error in [0, 1]; 0 without any rows.

    References
    ----------
    Naeini, Cooper & Hauskrecht (2015), https://doi.org/10.1609/aaai.v29i1.9602
    Nixon et al. (2019), Measuring Calibration in Deep Learning, arXiv:1904.01685 (``adaptive``).
    """
    return Reliability.of(confidence, is_right, bins=bins, adaptive=adaptive).error


def _equally_full(
    stated: NDArray[np.float64], bins: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return edges and each row's bin; equal confidences share a bin, so there may be fewer."""
    if not len(stated):
        return np.array([0.0, 1.0]), np.empty(0, np.int64)
    inner = np.quantile(stated, np.linspace(0.0, 1.0, bins + 1)[1:-1], method="higher")
    edges = np.unique(np.concatenate([[0.0], inner, [1.0]]))
    return edges, np.clip(np.searchsorted(edges, stated, side="left") - 1, 0, len(edges) - 2)
