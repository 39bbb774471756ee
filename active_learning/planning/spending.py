"""What the next hour of people's time is best spent on: new labels, doubted ones, or second looks.

All three are brought to one unit, the accuracy gained on the hold-out per hour. For mended labels
that takes a law of how label noise slows learning: with a share ``e`` of labels wrong, ``n`` labels
teach about as much as ``n (1 - 2e)^2`` right ones.

References
----------
Angluin & Laird (1988), Learning From Noisy Examples, https://doi.org/10.1023/A:1022873112823:
sample complexity grows by 1 / (1 - 2e)^2.
Lin, Mausam & Weld (2016), Re-Active Learning: Active Learning with Relabeling, AAAI.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from active_learning.planning.forecast import Forecast

__all__ = ["Doubts", "Pace", "Spend", "rank_spends"]

HOUR_S = 3600.0
MOST_NOISE = 0.45
"""Labels that are wrong half the time teach nothing at all."""


@dataclass(frozen=True)
class Pace:
    """Seconds of a person for one new label, and for looking at one label again."""

    label_s: float
    review_s: float


@dataclass(frozen=True)
class Doubts:
    """What is known about wrong labels.

    Attributes
    ----------
    waiting : doubted labels nobody looked at yet
    fixed, kept : of those looked at, how many were wrong and how many right
    error_share : share of wrong labels among the others (from agreement or gold), None if unknown
    """

    waiting: int = 0
    fixed: int = 0
    kept: int = 0
    error_share: float | None = None


@dataclass(frozen=True)
class Spend:
    """What one more hour brings: labels made or looked at, and accuracy gained with its 95 %."""

    kind: Literal["label", "review", "relabel"]
    labels: int
    gain: float
    low: float
    high: float


def rank_spends(
    found: Forecast,
    pace: Pace,
    doubts: Doubts,
    *,
    pool: int,
    rng: np.random.Generator,
) -> list[Spend]:
    """Return the ways to spend an hour that are open, the best first."""
    spends: list[Spend] = []
    fresh = min(pool, int(HOUR_S / pace.label_s))
    if fresh > 0:
        spends.append(_spend("label", fresh, found.gain(fresh)))
    looks = int(HOUR_S / pace.review_s)
    draws = len(found.tilt)
    precision = rng.beta(1 + doubts.fixed, 1 + doubts.kept, draws)
    wrong = precision * doubts.waiting
    if doubts.waiting:
        count = min(looks, doubts.waiting)
        spends.append(_spend("review", count, _mended(found, wrong, precision * count)))
    if doubts.error_share is not None and doubts.error_share > 0 and found.labels > doubts.waiting:
        # A second look at a label nobody doubts; where the two differ a third look must decide.
        share = np.full(draws, doubts.error_share)
        rest = found.labels - doubts.waiting
        count = min(rest, int(HOUR_S / (pace.label_s * (1 + 2 * doubts.error_share))))
        spends.append(_spend("relabel", count, _mended(found, wrong + share * rest, share * count)))
    return sorted(spends, key=lambda spend: -spend.gain)


def _mended(
    found: Forecast, wrong: NDArray[np.float64], mended: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what each curve gains when so many of the wrong labels are put right."""
    before = np.minimum(wrong / found.labels, MOST_NOISE)
    after = np.maximum(wrong - mended, 0.0) / found.labels
    worth = ((1 - 2 * np.minimum(after, before)) / (1 - 2 * before)) ** 2
    return found.gain_each(found.labels * (worth - 1.0))


def _spend(
    kind: Literal["label", "review", "relabel"], labels: int, gains: NDArray[np.float64]
) -> Spend:
    low, middle, high = np.quantile(gains, [0.025, 0.5, 0.975])
    return Spend(kind, labels, float(middle), float(low), float(high))
