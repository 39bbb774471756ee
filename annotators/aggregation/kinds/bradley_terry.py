"""Pairs and rankings: the worth of items, and how far each person's comparisons can be trusted."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from annotators.aggregation.ascent import Ascent
from annotators.aggregation.expectation import summed

__all__ = ["Worth", "bradley_terry"]

Array = NDArray[np.float64]
Index = NDArray[np.int64]
SPREAD = 2.0
"""Standard deviation of worth beforehand, in log odds."""
RIGHT, WRONG = 8.0, 2.0
STEPS, RATE = 10, 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Log worth of items, shape (n_items,), and reliability of people, shape (n_annotators,)."""

    worth: Array
    reliability: Array
    n_iterations: int


def bradley_terry(
    winner: Index,
    loser: Index,
    annotator: Index,
    n_items: int,
    n_annotators: int,
    *,
    tolerance: float = 1e-4,
    max_iterations: int = 60,
) -> Worth:
    """Infer worth and reliability: with probability `reliability` the better item is preferred.

    Parameters
    ----------
    winner, loser, annotator : ndarray of int, shape (n_comparisons,)
    n_items, n_annotators : int
    tolerance : float
        Stop when no worth moves by more.
    max_iterations : int

    References
    ----------
    Bradley & Terry (1952), doi:10.2307/2334029; Chen et al. (2013), "Pairwise ranking aggregation
    in a crowdsourced setting", doi:10.1145/2433396.2433420.
    """
    worth = np.zeros(n_items)
    reliability = np.full(n_annotators, RIGHT / (RIGHT + WRONG))
    n_given = np.bincount(annotator, minlength=n_annotators)
    ascent = Ascent((worth,), rate=RATE)
    n_iterations, moved = 0, np.inf
    while n_iterations < max_iterations and moved > tolerance:
        before = worth.copy()
        for _ in range(STEPS):
            meant = _meant(worth, reliability[annotator], winner, loser)
            odds = worth[winner] - worth[loser]
            push = meant - expit(odds)
            gradient = summed(winner, push, n_items) - summed(loser, push, n_items)
            ascent.step((gradient - worth / SPREAD**2,), scale=1 / (1 + n_iterations / 10))
        n_iterations += 1
        meant = _meant(worth, reliability[annotator], winner, loser)
        reliability = (summed(annotator, meant, n_annotators) + RIGHT) / (n_given + RIGHT + WRONG)
        moved = float(np.abs(worth - before).max())
    return Worth(worth - worth.mean(), reliability, n_iterations)


def _meant(worth: Array, trust: Array, winner: Index, loser: Index) -> Array:
    """Probability that the person saw the winner as the better one, and did not answer upside."""
    better = trust * expit(worth[winner] - worth[loser])
    worse = (1 - trust) * expit(worth[loser] - worth[winner])
    meant: Array = better / (better + worse)
    return meant
