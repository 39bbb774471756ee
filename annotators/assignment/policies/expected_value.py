"""The default: where this person's opinion is worth most, against what somebody else's would be."""

import numpy as np
from numpy.typing import NDArray

from annotators.assignment.policies.balanced import balanced, lot
from annotators.assignment.policies.policy import Asker, Queue
from annotators.assignment.value import opinion_information

__all__ = ["expected_value"]

FAIRNESS = 0.05
"""Nats that fairness may cost."""


def expected_value(queue: Queue, asker: Asker) -> NDArray[np.float64]:
    """Score by what an opinion is expected to tell, per unit of cost.

    What somebody else's opinion would tell is what it costs to let this person have the task: one
    that only an expert moves waits for one, while a novice gets what any good faith settles.
    """
    if not queue.has_consensus:
        return balanced(queue, asker)
    accuracy = np.minimum(np.maximum(queue.accuracy + asker.luck, 0.02), 0.99)
    # Both at once: on a dozen candidates, calls cost more than what they work out.
    own, others = opinion_information(queue.posterior, np.stack([accuracy, queue.crowd]))
    gain: NDArray[np.float64] = 2 * own - others
    if queue.worth is not None:
        gain *= queue.worth
    return gain / asker.cost + FAIRNESS * lot(queue, asker)
