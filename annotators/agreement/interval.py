"""Wilson's interval for a share: honest for small samples and shares near 0 or 1."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

__all__ = ["Interval", "wilson"]


@dataclass(frozen=True)
class Interval:
    """An estimate with its confidence interval, all in [0, 1]."""

    value: float
    low: float
    high: float


def wilson(successes: float, trials: float, *, confidence: float = 0.95) -> Interval | None:
    """Return the share ``successes / trials`` with Wilson's score interval; None without trials.

    Trials that count differently may be given as the number of equal ones that tell as much.

    References
    ----------
    Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953
    Brown, Cai & DasGupta (2001), https://doi.org/10.1214/ss/1009213286
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    if trials == 0:
        return None
    share = successes / trials
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    shrink = 1 + z**2 / trials
    centre = (share + z**2 / (2 * trials)) / shrink
    spread = z / shrink * sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    # At the ends the bounds are 0 and 1 exactly; rounding must not put them beside.
    low = 0.0 if successes == 0 else max(0.0, centre - spread)
    high = 1.0 if successes == trials else min(1.0, centre + spread)
    return Interval(share, low, high)
