"""What a policy looks at: some candidates as arrays, and the person who asks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Asker", "Policy", "Queue", "drawn_luck"]

Array = NDArray[np.float64]
TINY = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Queue:
    """Candidates in the queue's order.

    Attributes
    ----------
    priority : ndarray, shape (n,)
    n_votes : ndarray of int, shape (n,)
    doubt : ndarray, shape (n,)
        The model's uncertainty, 0 to 1; 0.5 where it has not looked.
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
    luck : float
        How far above their expected accuracy chance puts them this time: who is little known is
        tried on work that tells how good they are (`drawn_luck`).
    cost : float
        Their time an answer in parts of the crowd's.
    interest : float
        How much less interesting their work has been than the crowd's, -1 to 1.
    """

    luck: float = 0.0
    cost: float = 1.0
    interest: float = 0.0


Policy: TypeAlias = Callable[[Queue, Asker], Array]
"""Returns a score for each candidate, larger is better; of equal ones the earlier is first."""

PRIOR = 3.0
"""Answers that the crowd weighs beside what is known of the asker."""


def drawn_luck(
    right: float, answered: float, crowd: float, beta: Callable[[float, float], float]
) -> float:
    """Draw an accuracy from what is known of somebody, less its mean.

    Parameters
    ----------
    right, answered : float
    crowd : float
        Accuracy of people in general.
    beta : callable
        Draws from a beta: `random.Random.betavariate`, `numpy.random.Generator.beta`.

    References
    ----------
    Thompson (1933), "On the likelihood that one unknown probability exceeds another",
    doi:10.1093/biomet/25.3-4.285.
    """
    good = right + PRIOR * crowd + TINY
    bad = answered - right + PRIOR * (1 - crowd) + TINY
    return beta(good, bad) - good / (good + bad)
