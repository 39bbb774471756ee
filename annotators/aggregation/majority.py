"""Majority vote: every opinion weighs the same, ties are told and never broken by chance."""

import numpy as np

from annotators.aggregation.consensus import Aggregated
from annotators.agreement.votes import Votes

__all__ = ["majority"]


def majority(votes: Votes) -> Aggregated:
    """Return each task's shares of votes.

    An annotator's accuracy is the mean share that the values they gave have got: their agreement
    with the crowd (WAWA), which needs no decision about ties.
    """
    counts = votes.counts()
    posterior = counts / counts.sum(1, keepdims=True)
    given = posterior[votes.task, votes.value]
    n_given = np.bincount(votes.annotator, minlength=len(votes.annotators))
    accuracy = np.bincount(votes.annotator, given, minlength=len(votes.annotators)) / n_given
    return Aggregated(posterior=posterior, accuracy=accuracy)
