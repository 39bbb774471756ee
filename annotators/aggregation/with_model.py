"""The learner as one more voter, believed as far as it agrees with people."""

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from annotators.aggregation.auto import auto
from annotators.aggregation.consensus import Aggregated, Aggregator
from annotators.aggregation.expectation import expected_accuracy, normalise_logs
from annotators.agreement.votes import Votes

__all__ = ["believed", "with_model"]

Array = NDArray[np.float64]
LEAST = 1e-6
STEEPEST = 3.0
KEPT = 0.02
"""What of each posterior is spread over all values, so that nobody's certainty is final."""


def with_model(votes: Votes, probabilities: Array, *, people: Aggregator = auto) -> Aggregated:
    """Combine what people say with what a model says that has not seen their votes on the task.

    Parameters
    ----------
    votes : Votes
    probabilities : ndarray, shape (n_tasks, n_values)
        The model's, in the order of `votes.tasks` and `votes.values`, out of sample. A row of NaN
        is a task without prediction.
    people : Aggregator
        What aggregates the votes.

    References
    ----------
    Goh, Tkachenko & Mueller (2022), "CROWDLAB: supervised learning to infer consensus labels and
    quality scores for data with multiple annotators", arXiv:2210.06812.
    """
    found = people(votes)
    has_model = np.isfinite(probabilities).all(1)
    if not has_model.any():
        return found
    n_values = found.posterior.shape[1]
    posterior = found.posterior.copy()
    softened = (1 - KEPT) * found.posterior[has_model] + KEPT / n_values
    model = probabilities[has_model].clip(LEAST, 1)
    joint = np.log(softened) + believed(softened, np.log(model))
    normalise_logs(joint)
    posterior[has_model] = joint
    accuracy = expected_accuracy(votes, posterior)
    return Aggregated(
        posterior,
        accuracy,
        found.confusion,
        found.n_iterations,
        found.converged,
        found.difficulty,
        found.members,
    )


def believed(people: Array, model: Array) -> Array:
    """Return the model's log evidence: its log probabilities made as steep as people bear out.

    Parameters
    ----------
    people : ndarray, shape (n_tasks, n_values)
        Posterior from the votes, against which the model is calibrated.
    model : ndarray, shape (n_tasks, n_values)
        Log probabilities.

    Notes
    -----
    The shares of classes are in people's posterior already, so the model's own are taken out.
    """
    shares = np.log(np.exp(model).mean(0))

    def loss(steepness: float) -> float:
        joint = steepness * model
        normalise_logs(joint)
        return -float((people * np.log(joint.clip(LEAST, 1))).sum())

    best = minimize_scalar(loss, bounds=(0.0, STEEPEST), method="bounded")
    evidence: Array = float(best.x) * (model - shares)
    return evidence
