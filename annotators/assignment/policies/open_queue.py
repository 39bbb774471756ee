"""Everybody gets what is next."""

import numpy as np
from numpy.typing import NDArray

from annotators.assignment.policies.policy import Asker, Queue

__all__ = ["open_queue"]


def open_queue(queue: Queue, asker: Asker) -> NDArray[np.float64]:
    """Keep the queue's order, whoever asks."""
    return np.zeros(len(queue))
