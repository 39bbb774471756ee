"""The steps that the models share: votes as a sparse matrix, normalising in log space."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from annotators.agreement.votes import Votes

__all__ = ["expected_accuracy", "normalise_logs", "summed", "vote_matrix", "vote_shares"]


def vote_matrix(votes: Votes) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    """Return the votes as (tasks x (annotators * values)) and its transpose.

    Both steps of EM are products of these with a dense matrix: the cost of an iteration is
    votes times values, whatever the numbers of tasks and annotators.
    """
    n_values = len(votes.values)
    shape = (len(votes.tasks), len(votes.annotators) * n_values)
    column = votes.annotator * n_values + votes.value
    ones = np.ones(len(column))
    given = sparse.csr_matrix((ones, (votes.task, column)), shape=shape)
    return given, given.T.tocsr()


def vote_shares(votes: Votes) -> NDArray[np.float64]:
    """Return each task's shares of votes, shape (n_tasks, n_values); where EM starts."""
    counts = votes.counts()
    counts /= counts.sum(1, keepdims=True)
    return counts


def normalise_logs(joint: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn rows of log weights into probabilities in place; return the log sum of each row."""
    highest = joint.max(1, keepdims=True)
    joint -= highest
    np.exp(joint, out=joint)
    total = joint.sum(1, keepdims=True)
    joint /= total
    evidence: NDArray[np.float64] = (np.log(total) + highest)[:, 0]
    return evidence


def summed(at: NDArray[np.int64], weights: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Add weights up by index, shape (size,)."""
    return np.bincount(at, weights, minlength=size).astype(np.float64, copy=False)


def expected_accuracy(votes: Votes, posterior: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean probability of the values that each annotator gave.

    One vote more that is right half of the time goes in, so that nobody is perfect or hopeless
    after a single vote.
    """
    n_who = len(votes.annotators)
    right = summed(votes.annotator, posterior[votes.task, votes.value], n_who)
    share: NDArray[np.float64] = (right + 0.5) / (np.bincount(votes.annotator, minlength=n_who) + 1)
    return share
