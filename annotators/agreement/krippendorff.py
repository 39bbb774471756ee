"""Krippendorff's alpha: any number of annotators, missing votes allowed, any distance."""

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.distance import Distance, nominal
from annotators.agreement.result import Coefficient, with_weights
from annotators.agreement.votes import Votes

__all__ = ["krippendorff_alpha"]

METRIC = "krippendorff_alpha"


def krippendorff_alpha(
    votes: Votes, *, distance: Distance = nominal, rng: np.random.Generator
) -> Coefficient:
    """Return alpha = 1 - D_o / D_e over tasks with at least two votes.

    Parameters
    ----------
    votes : Votes
    distance : Distance
        `nominal`, `ordinal`, `interval`, `ratio`, `sets`, or one made with `by`.
    rng : Generator
        Draws the bootstrap for the interval.

    Notes
    -----
    Where every pairable vote has one value, expected disagreement is 0 and so is the observed one:
    the coefficient is 1, by the convention that full agreement is full agreement.

    References
    ----------
    Krippendorff (2011), "Computing Krippendorff's alpha-reliability",
    https://repository.upenn.edu/asc_papers/43; Hayes & Krippendorff (2007),
    doi:10.1080/19312450709336664.
    """
    if len(votes.annotators) < 2:
        return Coefficient(METRIC, None, 0, reason="one_annotator")
    counts = votes.counts()
    pairable = counts[counts.sum(1) > 1]
    if not len(pairable):
        return Coefficient(METRIC, None, 0, reason="no_task_with_two_votes")
    apart = distance(votes.values, pairable.sum(0))
    within = ((pairable @ apart) * pairable).sum(1) / (pairable.sum(1) - 1)
    return with_weights(
        METRIC, len(pairable), lambda weight: _alpha(weight, within, pairable, apart), rng
    )


def _alpha(
    weight: NDArray[np.float64],
    within: NDArray[np.float64],
    counts: NDArray[np.float64],
    apart: NDArray[np.float64],
) -> float:
    """Observed disagreement within tasks against that of all pairable votes put together."""
    totals = weight @ counts
    expected = float(totals @ apart @ totals) / (totals.sum() - 1)
    return 1.0 - float(weight @ within) / expected if expected > 0 else 1.0
