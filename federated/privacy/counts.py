"""Counts that may leave: noisy, and none at all of a few."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Mapping

__all__ = ["LEAST_COUNT", "band_of", "noisy_counts"]

LEAST_COUNT = 10
"""A count below this is told as nothing: a few people could be recognised."""
BANDS = (0, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000)

Uniform = Callable[[], float]


def _system_uniform() -> float:
    """Return a number in (0, 1) of the system's randomness: numpy's could be reconstructed."""
    return (secrets.randbits(53) + 0.5) / 2**53


def noisy_counts(
    counts: Mapping[str, int],
    *,
    epsilon: float,
    least: int = LEAST_COUNT,
    uniform: Uniform = _system_uniform,
) -> dict[str, int | None]:
    """Return each count with two-sided geometric noise, or None where it falls below ``least``.

    A record is in one count only, so all of them together cost ``epsilon``. The noise is integer,
    which leaves no floating-point trace of the true value. The floor is applied to the noisy
    count, so that the answer "too few" is private as well.

    References
    ----------
    Ghosh, Roughgarden & Sundararajan (2012), doi:10.1137/09076828X.
    """
    if epsilon <= 0:
        raise ValueError(f"epsilon must be positive, got {epsilon}")
    noisy = {
        key: count + _geometric(epsilon, uniform) - _geometric(epsilon, uniform)
        for key, count in counts.items()
    }
    return {key: count if count >= least else None for key, count in noisy.items()}


def band_of(count: int) -> tuple[int, int | None]:
    """Return the band that a count falls into, [low, high); high is None in the last one."""
    place = max(index for index, low in enumerate(BANDS) if count >= low)
    return BANDS[place], BANDS[place + 1] if place + 1 < len(BANDS) else None


def _geometric(epsilon: float, uniform: Uniform) -> int:
    """Return failures before a success of probability 1 - exp(-epsilon)."""
    return math.floor(math.log(uniform()) / -epsilon)
