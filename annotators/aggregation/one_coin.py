"""The one-coin model: an annotator is right with one probability, whatever the class."""

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.expectation import normalise_logs, summed, vote_shares
from annotators.agreement.votes import Votes

__all__ = ["one_coin"]

NEVER_SURE = 1e-4


def one_coin(
    votes: Votes, *, trust: float = 1.0, tolerance: float = 1e-6, max_iterations: int = 100
) -> Aggregated:
    """Infer truths and one accuracy an annotator by EM.

    Parameters
    ----------
    votes : Votes
    trust : float
        Pseudo-votes: right ones as many as this, wrong ones a tenth of it.
    tolerance : float
        Stop when no probability moves by more.
    max_iterations : int

    References
    ----------
    Zhang, Chen, Zhou & Jordan (2016), "Spectral methods meet EM: a provably optimal algorithm for
    crowdsourcing", https://jmlr.org/papers/v17/14-511.html.
    """
    n_who, n_values = len(votes.annotators), len(votes.values)
    n_given = np.bincount(votes.annotator, minlength=n_who)
    posterior = vote_shares(votes)
    accuracy = np.full(n_who, 0.5)
    converged, n_iterations = False, 0
    while n_iterations < max_iterations and not converged:
        n_iterations += 1
        right = summed(votes.annotator, posterior[votes.task, votes.value], n_who)
        accuracy = (right + trust) / (n_given + 1.1 * trust)
        prevalence = (posterior.sum(0) + 1) / (len(posterior) + n_values)
        new = _truths(votes, accuracy, prevalence)
        converged = float(np.abs(new - posterior).max()) < tolerance
        posterior = new
    wrong = (1 - accuracy) / max(n_values - 1, 1)
    confusion = wrong[:, None, None] + (accuracy - wrong)[:, None, None] * np.eye(n_values)
    return Aggregated(posterior, accuracy, confusion, n_iterations, converged)


def _truths(
    votes: Votes, accuracy: NDArray[np.float64], prevalence: NDArray[np.float64]
) -> NDArray[np.float64]:
    n_tasks, n_values = len(votes.tasks), len(votes.values)
    right = accuracy.clip(NEVER_SURE, 1 - NEVER_SURE)
    weight = np.log(right) - np.log((1 - right) / max(n_values - 1, 1))
    cell = votes.task * n_values + votes.value
    flat = summed(cell, weight[votes.annotator], n_tasks * n_values)
    joint = flat.reshape(n_tasks, n_values) + np.log(prevalence)
    normalise_logs(joint)
    return joint
