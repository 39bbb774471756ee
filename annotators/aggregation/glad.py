"""GLAD: an annotator's ability against a task's difficulty."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from annotators.aggregation.ascent import Ascent
from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.expectation import (
    expected_accuracy,
    normalise_logs,
    summed,
    vote_shares,
)
from annotators.agreement.votes import Votes

__all__ = ["glad"]

Array = NDArray[np.float64]
PRIOR_ABILITY, PRIOR_EASE = 1.0, 1.0
EASE_LIMIT = 5.0
STEPS_A_ROUND = 8
NEVER_SURE = 1e-6


def glad(votes: Votes, *, tolerance: float = 1e-4, max_iterations: int = 40) -> Aggregated:
    """Infer truths, abilities and difficulties by EM.

    A vote is right with probability sigmoid(ability * exp(ease)); wrong votes fall on the other
    values alike. Both have normal priors with mean 1. The difficulty told is minus the ease.

    Parameters
    ----------
    votes : Votes
    tolerance : float
        Stop when no probability moves by more.
    max_iterations : int
        Rounds of a truth step and a few gradient steps.

    References
    ----------
    Whitehill et al. (2009), "Whose vote should count more: optimal integration of labels from
    labelers of unknown expertise", https://papers.nips.cc/paper/3644.
    """
    posterior = vote_shares(votes)
    ability, ease = np.ones(len(votes.annotators)), np.ones(len(votes.tasks))
    ascent = Ascent((ability, ease), rate=0.3)
    n_iterations, converged = 0, False
    while n_iterations < max_iterations and not converged:
        scale = 1 / (1 + n_iterations / 10)
        n_iterations += 1
        right = posterior[votes.task, votes.value]
        for _ in range(STEPS_A_ROUND):
            ascent.step(_gradients(votes, right, ability, ease), scale=scale)
        prevalence = (posterior.sum(0) + 1) / (len(posterior) + posterior.shape[1])
        new = _truths(votes, ability, ease, prevalence)
        converged = float(np.abs(new - posterior).max()) < tolerance
        posterior = new
    accuracy = expected_accuracy(votes, posterior)
    difficulty = PRIOR_EASE - ease.clip(-EASE_LIMIT, EASE_LIMIT)
    return Aggregated(posterior, accuracy, None, n_iterations, converged, difficulty)


def _gradients(votes: Votes, right: Array, ability: Array, ease: Array) -> tuple[Array, Array]:
    """Of the expected log-likelihood and the priors, by ability and by ease."""
    slope = np.exp(ease.clip(-EASE_LIMIT, EASE_LIMIT))[votes.task]
    skill = ability[votes.annotator]
    missing = right - expit(skill * slope)
    by_ability = summed(votes.annotator, missing * slope, len(ability))
    by_ease = summed(votes.task, missing * skill * slope, len(ease))
    return by_ability - (ability - PRIOR_ABILITY), by_ease - (ease - PRIOR_EASE)


def _truths(votes: Votes, ability: Array, ease: Array, prevalence: Array) -> Array:
    n_tasks, n_values = len(votes.tasks), len(votes.values)
    slope = np.exp(ease.clip(-EASE_LIMIT, EASE_LIMIT))
    right = expit(ability[votes.annotator] * slope[votes.task])
    right = right.clip(NEVER_SURE, 1 - NEVER_SURE)
    weight = np.log(right) - np.log((1 - right) / max(n_values - 1, 1))
    cell = votes.task * n_values + votes.value
    flat = summed(cell, weight, n_tasks * n_values)
    joint = flat.reshape(n_tasks, n_values) + np.log(prevalence)
    normalise_logs(joint)
    return joint
