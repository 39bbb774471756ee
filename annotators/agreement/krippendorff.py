"""Krippendorff's alpha: any number of annotators, missing votes allowed."""

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.result import Coefficient, with_interval
from annotators.agreement.votes import Votes

__all__ = ["krippendorff_alpha"]

METRIC = "krippendorff_alpha"


def krippendorff_alpha(
    votes: Votes, *, is_interval: bool = False, rng: np.random.Generator
) -> Coefficient:
    """Return alpha = 1 - D_o / D_e over tasks with at least two votes.

    Parameters
    ----------
    votes : Votes
    is_interval : bool
        Take values as numbers with squared distance; otherwise they are nominal.
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
    distance = _distance(votes, is_interval=is_interval)
    return with_interval(METRIC, len(pairable), lambda at: _alpha(pairable[at], distance), rng)


def _distance(votes: Votes, *, is_interval: bool) -> NDArray[np.float64]:
    """Return the squared differences between values, shape (n_values, n_values)."""
    if not is_interval:
        return 1.0 - np.eye(len(votes.values))
    numbers = np.asarray([float(str(value)) for value in votes.values])
    squared: NDArray[np.float64] = np.square(numbers[:, None] - numbers[None, :])
    return squared


def _alpha(counts: NDArray[np.float64], distance: NDArray[np.float64]) -> float:
    """Observed disagreement within tasks against that of all pairable votes put together."""
    per_task = counts.sum(1)
    within = np.einsum("tv,vw,tw->t", counts, distance, counts, optimize=True)
    observed = float((within / (per_task - 1)).sum())
    totals = counts.sum(0)
    expected = float(totals @ distance @ totals) / (totals.sum() - 1)
    return 1.0 - observed / expected if expected > 0 else 1.0
