"""Accuracy and confusion of a person as posteriors, never as a bare share.

Both ways of knowing go in as counts: gold and reviews as whole answers, consensus as the
probability that each answer was right.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

__all__ = ["Ability", "ability_on_truth", "confusion_with_intervals"]

Array = NDArray[np.float64]
WIDE = 0.2
"""Nothing is decided about a person on a wider interval than this."""


@dataclass(frozen=True, slots=True)
class Ability:
    """A share of right answers with its credible interval, and what it rests on."""

    value: float
    low: float
    high: float
    n_answers: float

    @property
    def is_decided(self) -> bool:
        """Whether the interval is narrow enough to act on."""
        return self.high - self.low <= WIDE


def ability_on_truth(
    right: float, answered: float, *, prior: tuple[float, float] = (0.5, 0.5), level: float = 0.95
) -> Ability:
    """Return the posterior of accuracy from (expected) right answers.

    Parameters
    ----------
    right, answered : float
        May be sums of probabilities, where the truth itself is only likely.
    prior : tuple of float
        Beta pseudo-counts of right and wrong; Jeffreys' by default, whose intervals cover as often
        as they say; or the crowd's, which helps with few answers and pulls outliers in.
    level : float

    References
    ----------
    Brown, Cai & DasGupta (2001), "Interval estimation for a binomial proportion",
    doi:10.1214/ss/1009213286.
    """
    if not 0 <= right <= answered:
        raise ValueError(f"{right} right of {answered}")
    a, b = right + prior[0], answered - right + prior[1]
    low, high = beta.ppf([(1 - level) / 2, (1 + level) / 2], a, b)
    # With nothing wrong (or right) the end belongs to the interval.
    low = 0.0 if right == 0 else float(low)
    high = 1.0 if right == answered else float(high)
    return Ability(a / (a + b), low, high, answered)


def confusion_with_intervals(
    counts: Array, *, crowd: Array | None = None, strength: float = 2.0, level: float = 0.95
) -> tuple[Array, Array, Array]:
    """Return mean, low and high of a person's confusion matrix, each (n_values, n_values).

    Parameters
    ----------
    counts : ndarray, shape (n_values, n_values)
        (Expected) answers, rows true value, columns given value.
    crowd : ndarray, shape (n_values, n_values), optional
        Rows to shrink to, with a weight of `strength` answers each; Jeffreys' prior without.
    strength, level : float

    Notes
    -----
    A row is Dirichlet, and so each cell of it beta.
    """
    n_values = len(counts)
    prior = strength * crowd if crowd is not None else np.full_like(counts, 1 / n_values)
    a = counts + prior
    total = a.sum(1, keepdims=True)
    tail = (1 - level) / 2
    low, high = (beta.ppf(q, a, np.maximum(total - a, 1e-9)) for q in (tail, 1 - tail))
    return a / total, low, high
