"""Interval of a share."""

from math import sqrt

__all__ = ["wilson_interval"]

Z_95 = 1.959964


def wilson_interval(successes: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Return the score interval of successes / trials; `trials` must be positive.

    References
    ----------
    Wilson (1927), "Probable inference, the law of succession, and statistical inference",
    doi:10.1080/01621459.1927.10502953.
    """
    share = successes / trials
    denominator = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / denominator
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / denominator
    return max(0.0, centre - half), min(1.0, centre + half)
