"""The policies by name, and how their scores become an order."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from annotators.assignment.policies.balanced import balanced
from annotators.assignment.policies.expected_value import expected_value
from annotators.assignment.policies.open_queue import open_queue
from annotators.assignment.policies.policy import Asker, Policy, Queue
from annotators.assignment.policies.skill import skill

__all__ = ["POLICIES", "ranked"]

POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "open": open_queue,
        "balanced": balanced,
        "skill": skill,
        "value": expected_value,
    }
)
LEARNED = (0.0, 1.0)
"""A priority outside was set by a person, and no policy passes it over."""


def ranked(policy: Policy, queue: Queue, asker: Asker) -> NDArray[np.int64]:
    """Return the places of the candidates, best first."""
    if not len(queue):
        return np.zeros(0, dtype=np.int64)
    scores = policy(queue, asker)
    set_by_hand = np.where(
        (queue.priority < LEARNED[0]) | (queue.priority > LEARNED[1]), queue.priority, 0.5
    )
    order: NDArray[np.int64] = np.lexsort((-scores, -set_by_hand))
    return order
