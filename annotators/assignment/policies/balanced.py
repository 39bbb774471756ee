"""Every task gets its first opinion before any gets its second; interesting work goes round."""

import numpy as np
from numpy.typing import NDArray

from annotators.assignment.policies.policy import Asker, Queue

__all__ = ["balanced", "lot"]

FAIRNESS = 0.5
"""Votes that the most interesting task is nearer to who has had none."""


def balanced(queue: Queue, asker: Asker) -> NDArray[np.float64]:
    """Prefer tasks with few opinions; of equal ones, who had dull work gets what is in doubt."""
    return FAIRNESS * lot(queue, asker) - queue.n_votes


def lot(queue: Queue, asker: Asker) -> NDArray[np.float64]:
    """Return how much fairness speaks for each task: doubt makes a task interesting."""
    worth: NDArray[np.float64] = asker.interest * (queue.doubt - 0.5)
    return worth
