"""Dawid and Skene's model with people who learn from the crowd: confusion matrices share a prior.

Few know how one person confuses ten classes, for which that person would have to answer hundreds
of tasks; how people in general confuse them is known soon. Each row of a person's matrix is drawn
to that of the crowd, and the crowd's own rows may not say that people mostly answer wrongly.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma

from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.expectation import normalise_logs, vote_matrix, vote_shares
from annotators.agreement.votes import Votes

__all__ = ["anchored", "crowd_rates", "pooled"]

Array = NDArray[np.float64]
SMOOTHING = 0.01
CROWD_SMOOTHING = 0.1
CROWD_TRUST = 2.0
FULL_WEIGHT = 5.0
"""A person's say in the crowd's rates saturates at this many times the strength of the prior."""


def pooled(
    votes: Votes,
    *,
    strength: float = 2.0,
    anchor: float = 0.0,
    tolerance: float = 1e-5,
    max_iterations: int = 60,
) -> Aggregated:
    """Infer truths, error rates and the crowd's error rates by variational EM.

    Parameters
    ----------
    votes : Votes
    strength : float
        Votes a class that the crowd's row is worth to a person's.
    anchor : float
        Share of the error rates' counts that stays with the majority's answers. It keeps EM from
        walking off to a labelling that explains the votes better and is not what was asked.
    tolerance : float
        Stop when posteriors move by less a task.
    max_iterations : int

    References
    ----------
    Kim & Ghahramani (2012), "Bayesian classifier combination",
    https://proceedings.mlr.press/v22/kim12.html; Venanzi et al. (2014), "Community-based Bayesian
    aggregation models for crowdsourcing", doi:10.1145/2566486.2567989, on shrinking to a crowd.
    """
    n_values = len(votes.values)
    given, given_by_column = vote_matrix(votes)
    posterior = vote_shares(votes)
    held_counts = anchor * _counts(given_by_column @ posterior, n_values)
    held_tasks = anchor * posterior.sum(0)
    rates = np.zeros_like(held_counts)
    n_iterations, converged = 0, False
    while n_iterations < max_iterations and not converged:
        n_iterations += 1
        counts = _counts(given_by_column @ posterior, n_values) + held_counts
        rates = counts + strength * crowd_rates(counts, strength) + SMOOTHING
        shares = posterior.sum(0) + held_tasks + 1.0
        log_rates = digamma(rates) - digamma(rates.sum(2, keepdims=True))
        joint = given @ log_rates.transpose(0, 2, 1).reshape(-1, n_values)
        joint += digamma(shares) - digamma(shares.sum())
        normalise_logs(joint)
        converged = float(np.abs(joint - posterior).sum()) < tolerance * len(joint)
        posterior = joint
    confusion = rates / rates.sum(2, keepdims=True)
    accuracy = np.einsum("wkk,k->w", confusion, posterior.mean(0))
    return Aggregated(posterior, accuracy, confusion, n_iterations, converged)


def anchored(votes: Votes) -> Aggregated:
    """The pooled model with a quarter of the counts left with the majority."""
    return pooled(votes, anchor=0.25)


def crowd_rates(counts: Array, strength: float) -> Array:
    """Return the crowd's confusion matrix; no row puts another value above its own.

    Parameters
    ----------
    counts : ndarray, shape (n_annotators, n_values, n_values)
        Expected counts, rows true value, columns given value.
    strength : float
    """
    n_given = counts.sum(2, keepdims=True)
    crowd: Array = (counts / (1 + n_given / (FULL_WEIGHT * strength))).sum(0)
    crowd += CROWD_SMOOTHING + CROWD_TRUST * np.eye(len(crowd))
    np.fill_diagonal(crowd, crowd.max(1))
    crowd /= crowd.sum(1, keepdims=True)
    return crowd


def _counts(expected: Array, n_values: int) -> Array:
    """[annotator * given, true] → [annotator, true, given]."""
    return expected.reshape(-1, n_values, n_values).transpose(0, 2, 1)
