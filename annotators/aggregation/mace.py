"""MACE: an annotator either knows the answer or spams, each with habits of their own."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma

from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.expectation import normalise_logs, summed
from annotators.agreement.votes import Votes

__all__ = ["mace"]

Array = NDArray[np.float64]
KNOWS, SPAMS = 0.5, 0.5
HABIT = 10.0
"""Pseudo-counts of the two, and of every value in a spammer's habit."""
LEAST = 1e-300


def mace(votes: Votes, *, n_starts: int = 5, n_iterations: int = 50, seed: int = 0) -> Aggregated:
    """Infer truths, competence and spamming habits by variational EM, the best of some starts.

    Parameters
    ----------
    votes : Votes
    n_starts : int
        Random starts; the one with the highest likelihood stands.
    n_iterations : int
    seed : int
        Of the starts, so that the same votes give the same answer.

    References
    ----------
    Hovy, Berg-Kirkpatrick, Vaswani & Hovy (2013), "Learning whom to trust with MACE",
    https://aclanthology.org/N13-1132.
    """
    rng = np.random.default_rng(seed)
    best = max((_fit(votes, rng, n_iterations) for _ in range(n_starts)), key=lambda one: one[0])
    _, posterior, competence, habit = best
    spam = (1 - competence)[:, None] * habit
    confusion = competence[:, None, None] * np.eye(len(votes.values)) + spam[:, None, :]
    accuracy = np.einsum("wkk,k->w", confusion, posterior.mean(0))
    return Aggregated(posterior, accuracy, confusion, n_iterations, converged=True)


def _fit(
    votes: Votes, rng: np.random.Generator, n_iterations: int
) -> tuple[float, Array, Array, Array]:
    """Return log-likelihood, posterior, competence [annotator] and habit [annotator, value]."""
    n_who, n_values = len(votes.annotators), len(votes.values)
    n_given = np.bincount(votes.annotator, minlength=n_who)
    knows = rng.uniform(0.3, 0.9, n_who)
    spams = 1 - knows
    habit = 1 / n_values + rng.uniform(0, 0.1, (n_who, n_values))
    posterior, likelihood, n_known = votes.counts(), -np.inf, n_given * 0.5
    n_spammed = np.zeros((n_who, n_values))
    cell = votes.annotator * n_values + votes.value
    for _ in range(n_iterations):
        by_spam = (spams[votes.annotator] * habit[votes.annotator, votes.value]).clip(LEAST)
        by_either = knows[votes.annotator] + by_spam
        posterior, likelihood = _truths(votes, by_spam, by_either)
        known = posterior[votes.task, votes.value] * knows[votes.annotator] / by_either
        n_known = summed(votes.annotator, known, n_who)
        n_spammed = summed(cell, 1 - known, n_who * n_values).reshape(n_who, -1)
        both = digamma(n_given + KNOWS + SPAMS)
        knows = np.exp(digamma(n_known + KNOWS) - both)
        spams = np.exp(digamma(n_given - n_known + SPAMS) - both)
        of_all = digamma(n_spammed.sum(1, keepdims=True) + HABIT * n_values)
        habit = np.exp(digamma(n_spammed + HABIT) - of_all)
    competence = (n_known + KNOWS) / (n_given + KNOWS + SPAMS)
    habit = n_spammed + HABIT
    return likelihood, posterior, competence, habit / habit.sum(1, keepdims=True)


def _truths(votes: Votes, by_spam: Array, by_either: Array) -> tuple[Array, float]:
    """E step: a vote for the truth came by knowing or by spam, any other by spam."""
    n_tasks, n_values = len(votes.tasks), len(votes.values)
    cell = votes.task * n_values + votes.value
    gain = summed(cell, np.log(by_either / by_spam), n_tasks * n_values)
    joint = gain.reshape(n_tasks, n_values)
    joint += summed(votes.task, np.log(by_spam), n_tasks)[:, None]
    joint -= np.log(n_values)
    return joint, float(normalise_logs(joint).sum())
