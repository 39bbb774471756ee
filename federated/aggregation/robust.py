"""Aggregators that a broken or hostile site cannot drag along. Weights of sites are not trusted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from federated.aggregation.updates import Floats, Updates

__all__ = ["Krum", "Median", "TrimmedMean"]


class Median:
    """The median of each weight: Yin et al. (2018), arXiv:1803.01498."""

    name = "median"
    needs = 3
    is_linear = False
    steps_by_mean = False

    def step(self, updates: Updates) -> Floats:
        """Return the coordinate-wise median, shape (D,)."""
        return np.median(updates.deltas, axis=0)


@dataclass(frozen=True)
class TrimmedMean:
    """The mean of each weight without its ``share`` largest and smallest: Yin et al. (2018)."""

    share: float = 0.2
    name: str = "trimmed_mean"
    needs: int = 3
    is_linear: bool = False
    steps_by_mean: bool = False

    def step(self, updates: Updates) -> Floats:
        """Return the trimmed mean, shape (D,); at least one value is cut at either end."""
        count = len(updates)
        cut = min(max(1, int(self.share * count)), (count - 1) // 2)
        inner = np.sort(updates.deltas, axis=0)[cut : count - cut]
        step: Floats = inner.mean(axis=0)
        return step


@dataclass(frozen=True)
class Krum:
    """The mean of the updates that lie closest to their neighbours (multi-Krum).

    Scale-free: no single site can move the result by sending a longer update.

    References
    ----------
    Blanchard et al. (2017), Machine Learning with Adversaries, arXiv:1703.02757.
    """

    hostile_share: float = 0.2
    name: str = "krum"
    needs: int = 4
    is_linear: bool = False
    steps_by_mean: bool = True

    def step(self, updates: Updates) -> Floats:
        """Return the mean of the S - f updates of smallest score, shape (D,)."""
        hostile = max(1, int(self.hostile_share * len(updates)))
        kept = np.argsort(self._scores(updates.deltas, hostile), kind="stable")
        step: Floats = updates.deltas[kept[: len(updates) - hostile]].mean(axis=0)
        return step

    @staticmethod
    def _scores(deltas: Floats, hostile: int) -> Floats:
        """Return each update's sum of squared distances to its S - f - 2 nearest, shape (S,)."""
        apart = _squared_distances(deltas)
        np.fill_diagonal(apart, np.inf)
        nearest = max(1, len(deltas) - hostile - 2)
        scores: Floats = np.sort(apart, axis=1)[:, :nearest].sum(axis=1)
        return scores


def _squared_distances(rows: Floats) -> NDArray[np.float64]:
    """Return (S, S); from the Gram matrix, which never holds S x S x D values."""
    gram = rows @ rows.T
    square = np.diag(gram)
    return np.maximum(square[:, None] + square[None, :] - 2.0 * gram, 0.0)
