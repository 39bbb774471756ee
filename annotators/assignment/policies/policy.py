"""What a policy looks at: some candidates as arrays, and the person who asks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Asker", "Policy", "Queue"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Queue:
    """Candidates in the queue's order.

    Attributes
    ----------
    priority : ndarray, shape (n,)
    n_votes : ndarray of int, shape (n,)
    doubt : ndarray, shape (n,)
        The model's uncertainty, 0 to 1; NaN where it has not looked.
    posterior : ndarray, shape (n, n_values)
        What is believed of each task now, likeliest values first; rows sum to 1.
    accuracy, crowd : ndarray, shape (n,)
        Expected of the asker, and of people in general, on each task.
    worth : ndarray, shape (n,), optional
        Of being right about each task's likely values.
    has_consensus : bool
        Whether opinions on this kind of label add up to anything.
    """

    priority: Array
    n_votes: NDArray[np.int64]
    doubt: Array
    posterior: Array
    accuracy: Array
    crowd: Array
    worth: Array | None = None
    has_consensus: bool = True

    def __len__(self) -> int:
        return len(self.priority)


@dataclass(frozen=True, slots=True)
class Asker:
    """The person who asks for work.

    Attributes
    ----------
    right, answered : float
        What their accuracy rests on.
    cost : float
        Their time an answer in parts of the crowd's.
    interest : float
        How much less interesting their work has been than the crowd's, -1 to 1.
    """

    right: float = 0.0
    answered: float = 0.0
    cost: float = 1.0
    interest: float = 0.0


Policy: TypeAlias = Callable[[Queue, Asker, np.random.Generator], Array]
"""Returns a score for each candidate, larger is better; of equal ones the earlier is first."""
