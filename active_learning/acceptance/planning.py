"""How many more random labels a certificate needs, if they show no error."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from active_learning.acceptance.exact import error_p_values
from active_learning.acceptance.tallies import Tallies

__all__ = ["labels_missing", "labels_needed"]

GROWTH = 1.2
"""From one number of labels that is tried to the next."""
TRIED = 60
"""Thresholds that are tried, of however many scores there are."""


def labels_needed(*, alpha: float, level: float) -> int:
    """Return how many random labels without any error show that at most ``alpha`` is wrong.

    For a large pool: the least n with (1 - alpha)^n <= level.
    """
    return math.ceil(math.log(level) / math.log1p(-alpha))


def labels_missing(
    tallies: Tallies, *, alpha: float, level: float, audit_share: float = 0.0
) -> int | None:
    """Return the fewest further audits after which some threshold could pass at ``level``.

    They are taken to be right, and to fall above a threshold as often as all tasks do. None where
    not even an answer to every task would do, as when there is nothing left to accept.
    """
    tops = tallies.merged().at_least()
    everyone = (tops.sample + tops.gone + tops.open)[0]
    total = int(everyone[0])
    bins = np.flatnonzero(np.diff(everyone, append=0) != 0)
    bins = bins[:: len(bins) // TRIED + 1]
    if not len(bins) or not tops.open[0, 0]:
        return None
    most = total - int(tops.sample[0, 0])

    def passes(more: int) -> bool:
        grown = np.floor(more * everyone[bins] / total).astype(np.int64)
        return bool((_p_values(tops, bins, grown, alpha, audit_share) <= level).any())

    # With nearly every task seen hardly any is left to accept, so "enough" has an upper end too.
    tried = sorted({0, most, *(int(GROWTH**power) for power in range(most.bit_length() * 4))})
    enough = next((more for more in tried if more <= most and passes(more)), None)
    if not enough:
        return enough
    low, high = tried[tried.index(enough) - 1], enough
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high


def _p_values(
    tops: Tallies,
    bins: NDArray[np.int64],
    grown: NDArray[np.int64],
    alpha: float,
    audit_share: float,
) -> NDArray[np.float64]:
    """Return p-values once ``grown`` open tasks above each bin were audited and found right."""
    left = np.maximum(tops.open[0, bins] - grown, 0)
    accepts = np.floor(left * (1.0 - audit_share) + 1e-9).astype(np.int64)
    chance = error_p_values(
        tops.wrong[0, bins],
        tops.sample[0, bins] + grown,
        tops.gone[0, bins] + left,
        np.floor(alpha * accepts + 1e-9).astype(np.int64),
    )
    return np.where(accepts > 0, chance, 1.0)
