"""Item response: ability times discrimination, habits of the person, confusions of the crowd."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax

from annotators.aggregation.ascent import Ascent
from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.expectation import (
    expected_accuracy,
    normalise_logs,
    summed,
    vote_shares,
)
from annotators.agreement.votes import Votes

__all__ = ["item_response"]

Array = NDArray[np.float64]
START_ABILITY = 1.5
ABILITY_SPREAD, HABIT_SPREAD, SLOPE_SPREAD = 1.0, 0.5, 0.25
"""Standard deviations of the normal priors, in log odds."""
ANCHOR = 0.25
"""Weight of the shares of votes beside the posterior when parameters are learned."""
SLOPE_LIMIT = 2.0
STEPS_A_ROUND = 6
RATE = 0.08


@dataclass(slots=True)
class _Parameters:
    """Log odds of values, by person, by class and by task."""

    level: Array
    ability: Array
    habit: Array
    confusion: Array
    slope: Array

    def all(self) -> tuple[Array, ...]:
        return (self.level, self.ability, self.habit, self.confusion, self.slope)


def item_response(votes: Votes, *, tolerance: float = 1e-4, max_iterations: int = 25) -> Aggregated:
    """Infer truths with a multiclass item response model by EM.

    The log odds that person w gives value l to task i of class k are
    (level + ability_w) exp(slope_i) [l = k] + habit_wl + confusion_kl: two numbers more a person
    than the one-coin model, and far fewer than a confusion matrix. exp(slope) is the task's
    discrimination; the difficulty told is minus the slope.

    Parameters
    ----------
    votes : Votes
    tolerance : float
        Stop when posteriors move by less a task.
    max_iterations : int
        Rounds of a truth step and a few gradient steps.

    References
    ----------
    Bock (1972), "Estimating item parameters and latent ability when responses are scored in two or
    more nominal categories", doi:10.1007/BF02291411.
    """
    n_tasks, n_who, n_values = len(votes.tasks), len(votes.annotators), len(votes.values)
    shares = vote_shares(votes)
    posterior = shares
    found = _Parameters(
        np.full(1, START_ABILITY),
        np.zeros(n_who),
        np.zeros((n_who, n_values)),
        np.zeros((n_values, n_values)),
        np.zeros(n_tasks),
    )
    ascent = Ascent(found.all(), rate=RATE)
    n_iterations, converged = 0, False
    while n_iterations < max_iterations and not converged:
        belief = ((posterior + ANCHOR * shares) / (1 + ANCHOR))[votes.task]
        for _ in range(STEPS_A_ROUND):
            gradients = _gradients(votes, found, belief)
            ascent.step(gradients, scale=1 / (1 + n_iterations / 15))
            found.slope.clip(-SLOPE_LIMIT, SLOPE_LIMIT, out=found.slope)
        n_iterations += 1
        new = _truths(votes, found, posterior)
        converged = float(np.abs(new - posterior).sum()) < tolerance * n_tasks
        posterior = new
    accuracy = expected_accuracy(votes, posterior)
    return Aggregated(posterior, accuracy, None, n_iterations, converged, -found.slope)


def _log_rates(votes: Votes, found: _Parameters) -> Array:
    """Log probabilities of values, shape (n_votes, true, given)."""
    skill = (found.level + found.ability)[votes.annotator] * np.exp(found.slope)[votes.task]
    odds = found.habit[votes.annotator][:, None, :] + found.confusion
    diagonal = np.arange(len(found.confusion))
    odds[:, diagonal, diagonal] += skill[:, None]
    rates: Array = log_softmax(odds, axis=2)
    return rates


def _gradients(votes: Votes, found: _Parameters, belief: Array) -> tuple[Array, ...]:
    """Of the expected log-likelihood and the priors, in the order of the parameters."""
    n_who, n_values = found.habit.shape
    missing = -belief[:, :, None] * np.exp(_log_rates(votes, found))
    missing[np.arange(len(belief)), :, votes.value] += belief
    slope = np.exp(found.slope)[votes.task]
    on_truth = np.einsum("vkk->v", missing) * slope
    skill = (found.level + found.ability)[votes.annotator]
    by_value = missing.sum(1)
    cell = (votes.annotator[:, None] * n_values + np.arange(n_values)).reshape(-1)
    habit = summed(cell, by_value.reshape(-1), n_who * n_values)
    by_task = summed(votes.task, on_truth * skill, len(found.slope))
    return (
        np.full(1, on_truth.sum()),
        summed(votes.annotator, on_truth, n_who) - found.ability / ABILITY_SPREAD**2,
        habit.reshape(n_who, n_values) - found.habit / HABIT_SPREAD**2,
        missing.sum(0) - found.confusion,
        by_task - found.slope / SLOPE_SPREAD**2,
    )


def _truths(votes: Votes, found: _Parameters, posterior: Array) -> Array:
    n_tasks, n_values = posterior.shape
    of_given = _log_rates(votes, found)[np.arange(len(votes.task)), :, votes.value]
    joint = np.column_stack([summed(votes.task, of_given[:, k], n_tasks) for k in range(n_values)])
    joint += np.log((posterior.sum(0) + 1) / (n_tasks + n_values))
    normalise_logs(joint)
    return joint
