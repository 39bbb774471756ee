"""Dawid and Skene's model: every annotator has a confusion matrix, learned with the truth by EM."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.expectation import normalise_logs, vote_matrix, vote_shares
from annotators.agreement.votes import Votes

__all__ = ["dawid_skene", "error_rates", "truths"]

Array = NDArray[np.float64]


def dawid_skene(
    votes: Votes,
    *,
    smoothing: float = 0.01,
    trust: float = 1.0,
    tolerance: float = 1e-5,
    max_iterations: int = 100,
    start: Array | None = None,
) -> Aggregated:
    """Infer truths and error rates together: the mode under Dirichlet priors.

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
    start : ndarray, shape (n_tasks, n_values), optional
        Posterior to begin with, such as that of yesterday; by default the shares of votes.

    Notes
    -----
    Both steps are products of a sparse vote matrix with a dense one, so an iteration costs
    O(votes * values).

    References
    ----------
    Dawid & Skene (1979), "Maximum likelihood estimation of observer error-rates using the EM
    algorithm", doi:10.2307/2346806.
    """
    n_tasks, n_values = len(votes.tasks), len(votes.values)
    given, given_by_column = vote_matrix(votes)
    prior = smoothing + trust * np.eye(n_values)
    posterior = vote_shares(votes) if start is None else start
    confusion = np.zeros((len(votes.annotators), n_values, n_values))
    reached, n_iterations, converged = -np.inf, 0, False
    while n_iterations < max_iterations and not converged:
        n_iterations += 1
        confusion = error_rates(given_by_column @ posterior, prior)
        prevalence = (posterior.sum(0) + trust) / (n_tasks + trust * n_values)
        del posterior  # two of them at once would be the largest arrays there are
        posterior, likelihood = truths(given, confusion, prevalence)
        converged = likelihood - reached < tolerance
        reached = likelihood
    accuracy = np.einsum("wkk,k->w", confusion, posterior.mean(0))
    return Aggregated(posterior, accuracy, confusion, n_iterations, converged)


def error_rates(expected: Array, prior: Array) -> Array:
    """M step: expected counts [annotator, given, true] → rates [annotator, true, given]."""
    counts = expected.reshape(-1, *prior.shape).transpose(0, 2, 1) + prior
    rates: Array = counts / counts.sum(2, keepdims=True)
    return rates


def truths(given: sparse.csr_matrix, confusion: Array, prevalence: Array) -> tuple[Array, float]:
    """E step in log space; also return the mean log-likelihood a task."""
    n_values = len(prevalence)
    log_rates = np.log(confusion).transpose(0, 2, 1).reshape(-1, n_values)
    joint: Array = given @ log_rates
    joint += np.log(prevalence)
    evidence = normalise_logs(joint)
    return joint, float(evidence.mean())
