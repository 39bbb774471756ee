"""Dawid and Skene's model: every annotator has a confusion matrix, learned with the truth by EM."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import logsumexp

from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.majority import majority
from annotators.agreement.votes import Votes

__all__ = ["dawid_skene"]


def dawid_skene(
    votes: Votes,
    *,
    smoothing: float = 0.01,
    trust: float = 1.0,
    tolerance: float = 1e-5,
    max_iterations: int = 100,
) -> Aggregated:
    """Infer truths and error rates together.

    Parameters
    ----------
    votes : Votes
    smoothing : float
        Pseudo-count in every cell of a confusion matrix.
    trust : float
        Pseudo-count of right answers a class: the prior that people mostly know. Without it a
        handful of votes may settle on swapped classes; with hundreds it does not matter. Every
        class is also taken to be right for this many tasks beforehand, so that none dies out.
    tolerance : float
        Stop when the mean log-likelihood a task rises by less.
    max_iterations : int

    Notes
    -----
    Both steps are products of a sparse vote matrix (tasks x (annotators * values)) with a dense
    one, so an iteration costs O(votes * values).

    References
    ----------
    Dawid & Skene (1979), "Maximum likelihood estimation of observer error-rates using the EM
    algorithm", doi:10.2307/2346806.
    """
    n_tasks, n_who, n_values = len(votes.tasks), len(votes.annotators), len(votes.values)
    column = votes.annotator * n_values + votes.value
    ones = np.ones(len(column))
    given = sparse.csr_matrix((ones, (votes.task, column)), shape=(n_tasks, n_who * n_values))
    given_by_column = given.T.tocsr()

    prior = smoothing + trust * np.eye(n_values)
    posterior = majority(votes).posterior
    confusion = np.zeros((n_who, n_values, n_values))
    reached, n_iterations = -np.inf, 0
    while n_iterations < max_iterations:
        n_iterations += 1
        confusion = _error_rates(given_by_column @ posterior, prior)
        prevalence = (posterior.sum(0) + trust) / (n_tasks + trust * n_values)
        posterior, likelihood = _truths(given, confusion, prevalence)
        if likelihood - reached < tolerance:
            break
        reached = likelihood
    accuracy = np.einsum("wkk,k->w", confusion, posterior.mean(0))
    return Aggregated(posterior, accuracy, confusion, n_iterations)


def _error_rates(expected: NDArray[np.float64], prior: NDArray[np.float64]) -> NDArray[np.float64]:
    """M step: expected counts [annotator, given, true] → rates [annotator, true, given]."""
    counts = expected.reshape(-1, *prior.shape).transpose(0, 2, 1) + prior
    rates: NDArray[np.float64] = counts / counts.sum(2, keepdims=True)
    return rates


def _truths(
    given: sparse.csr_matrix, confusion: NDArray[np.float64], prevalence: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """E step in log space; also return the mean log-likelihood a task."""
    n_values = len(prevalence)
    log_rates = np.log(confusion).transpose(0, 2, 1).reshape(-1, n_values)
    joint = given @ log_rates + np.log(prevalence)
    evidence = logsumexp(joint, axis=1, keepdims=True)
    return np.exp(joint - evidence), float(evidence.mean())
