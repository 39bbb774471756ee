"""The default: where this person's opinion is worth most, against what somebody else's would be."""

import numpy as np
from numpy.typing import NDArray

from annotators.assignment.policies.balanced import balanced, lot
from annotators.assignment.policies.policy import Asker, Queue
from annotators.assignment.value import opinion_information, sampled_accuracy

__all__ = ["expected_value"]

FAIRNESS = 0.05
"""Nats that fairness may cost."""
PRIOR = 3.0
"""Answers that the crowd weighs beside what is known of the asker."""


def expected_value(queue: Queue, asker: Asker, rng: np.random.Generator) -> NDArray[np.float64]:
    """Score by what an opinion is expected to tell, per unit of cost.

    The asker's accuracy is drawn and not taken at its mean, so that new people are tried on work
    that tells how good they are, and are not shut out by a bad start. What somebody else's opinion
    would tell is what it costs to let this person have the task: a task that only an expert moves
    waits for one, while a novice gets what any good faith settles.
    """
    if not queue.has_consensus:
        return balanced(queue, asker, rng)
    mean = (asker.right + PRIOR * queue.crowd.mean()) / (asker.answered + PRIOR)
    prior = PRIOR * np.asarray([queue.crowd.mean()])
    drawn = sampled_accuracy(asker.right + prior, np.asarray([asker.answered + PRIOR]), rng)[0]
    accuracy = (queue.accuracy + drawn - mean).clip(0.02, 0.99)
    own = opinion_information(queue.posterior, accuracy)
    others = opinion_information(queue.posterior, queue.crowd)
    worth = 1.0 if queue.worth is None else queue.worth
    return worth * (2 * own - others) / asker.cost + FAIRNESS * lot(queue, asker)
