"""Draws from a posterior: the common coin in which all that is known about a person is added up.

Gold of a choice is right or wrong, gold of boxes is right in part, consensus is right with some
probability, and a person answers several labels. Draws of each are averaged draw by draw, and the
interval of the sum is read off at the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotators.ability.accuracy import Ability

__all__ = [
    "N_DRAWS",
    "Change",
    "ability_of_draws",
    "as_counts",
    "change_of_draws",
    "pooled_draws",
    "score_draws",
]

Array = NDArray[np.float64]
N_DRAWS = 400
PSEUDO = 0.5
"""Weight of one imagined answer that is all wrong, and of one that is all right."""


@dataclass(frozen=True, slots=True)
class Change:
    """A difference with its credible interval; it is told only where the interval excludes 0."""

    value: float
    low: float
    high: float

    @property
    def is_decided(self) -> bool:
        """Whether the difference is there, whichever way."""
        return self.low > 0 or self.high < 0


def score_draws(scores: ArrayLike, rng: np.random.Generator, *, n_draws: int = N_DRAWS) -> Array:
    """Draw the mean of scores in [0, 1], shape (n_draws,).

    The Bayesian bootstrap over the scores and two imagined ones. Of scores that are 0 or 1 it is
    exactly the beta posterior under Jeffreys' prior; of partial credit it is as wide as the scores
    are spread, and not as wide as if each were a coin.

    References
    ----------
    Rubin (1981), "The Bayesian bootstrap", doi:10.1214/aos/1176345338.
    """
    given = np.asarray(scores, dtype=np.float64)
    if given.size and not (given.min() >= 0 and given.max() <= 1):
        raise ValueError("scores lie in [0, 1]")
    values, counts = np.unique(given, return_counts=True)
    support = np.concatenate([values, [0.0, 1.0]])
    weights = rng.gamma(np.concatenate([counts, [PSEUDO, PSEUDO]]), size=(n_draws, len(support)))
    means: Array = weights @ support / weights.sum(1)
    return means


def pooled_draws(parts: Sequence[tuple[Array, float]]) -> tuple[Array, float] | None:
    """Return draws of the mean over parts, each weighing by its answers, and all answers."""
    known = [(draws, answers) for draws, answers in parts if answers > 0]
    if not known:
        return None
    total = sum(answers for _, answers in known)
    return sum((draws * answers for draws, answers in known), np.zeros(1)) / total, total


def ability_of_draws(draws: Array, n_answers: float, *, level: float = 0.95) -> Ability:
    """Return the mean of draws with its central interval."""
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return Ability(float(draws.mean()), float(low), float(high), n_answers)


def change_of_draws(before: Array, after: Array, *, level: float = 0.95) -> Change:
    """Return how much more `after` is than `before`."""
    difference = after - before
    low, high = np.quantile(difference, [(1 - level) / 2, (1 + level) / 2])
    return Change(float(difference.mean()), float(low), float(high))


def as_counts(draws: Array) -> tuple[float, float]:
    """Return (right, answered) of the beta with the same mean and spread, without its prior.

    What a router that samples an accuracy wants to know, in two numbers.
    """
    mean, spread = float(draws.mean()), float(draws.var())
    if not 0 < mean < 1 or spread <= 0:
        return 0.0, 0.0
    size = mean * (1 - mean) / spread - 1
    right, wrong = (max(0.0, share * size - PSEUDO) for share in (mean, 1 - mean))
    return right, right + wrong
