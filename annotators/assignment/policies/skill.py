"""Everybody does what they are better at than others."""

import numpy as np
from numpy.typing import NDArray

from annotators.assignment.policies.policy import Asker, Queue

__all__ = ["skill"]


def skill(queue: Queue, asker: Asker) -> NDArray[np.float64]:
    """Prefer tasks on which this person is likelier right than people in general."""
    return queue.accuracy - queue.crowd
