"""Fleiss' kappa, Scott's pi and Gwet's AC1: one observed agreement, three ideas of chance."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.result import Coefficient, with_weights
from annotators.agreement.votes import Votes

__all__ = ["fleiss_kappa", "gwet_ac1", "scott_pi"]

Array = NDArray[np.float64]


def fleiss_kappa(votes: Votes, *, rng: np.random.Generator) -> Coefficient:
    """Return Fleiss' kappa; tasks may have different numbers of votes, from two on.

    References
    ----------
    Fleiss (1971), "Measuring nominal scale agreement among many raters", doi:10.1037/h0031619.
    """
    return _corrected("fleiss_kappa", votes, lambda shares: float(shares @ shares), rng)


def scott_pi(votes: Votes, *, rng: np.random.Generator) -> Coefficient:
    """Return Scott's pi of two annotators: chance from what both gave together.

    References
    ----------
    Scott (1955), "Reliability of content analysis: the case of nominal scale coding",
    doi:10.1086/266577.
    """
    if len(votes.annotators) > 2:
        return Coefficient("scott_pi", None, 0, reason="more_than_two_annotators")
    return _corrected("scott_pi", votes, lambda shares: float(shares @ shares), rng)


def gwet_ac1(votes: Votes, *, rng: np.random.Generator) -> Coefficient:
    """Return Gwet's AC1, which stays sensible where nearly all votes are of one value.

    References
    ----------
    Gwet (2008), "Computing inter-rater reliability and its variance in the presence of high
    agreement", doi:10.1348/000711006X126600.
    """
    n_other = max(len(votes.values) - 1, 1)
    return _corrected(
        "gwet_ac1", votes, lambda shares: float((shares * (1 - shares)).sum()) / n_other, rng
    )


def _corrected(
    metric: str, votes: Votes, by_chance: Callable[[Array], float], rng: np.random.Generator
) -> Coefficient:
    if len(votes.annotators) < 2:
        return Coefficient(metric, None, 0, reason="one_annotator")
    counts = votes.counts()
    n_given = counts.sum(1)
    counts, n_given = counts[n_given > 1], n_given[n_given > 1]
    if not len(counts):
        return Coefficient(metric, None, 0, reason="no_task_with_two_votes")
    agreed = (counts * (counts - 1)).sum(1) / (n_given * (n_given - 1))

    def statistic(weight: Array) -> float:
        shares = weight @ counts
        chance = by_chance(shares / shares.sum())
        observed = float(weight @ agreed / weight.sum())
        return (observed - chance) / (1 - chance) if chance < 1 else 1.0

    return with_weights(metric, len(counts), statistic, rng)
