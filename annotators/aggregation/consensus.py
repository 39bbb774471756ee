"""What every aggregation algorithm returns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.votes import Votes

__all__ = ["Aggregated", "Aggregator"]

TIE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Aggregated:
    """A distribution over values for each task.

    Attributes
    ----------
    posterior : ndarray, shape (n_tasks, n_values)
        Rows sum to 1.
    accuracy : ndarray, shape (n_annotators,)
        Estimated share of right answers.
    confusion : ndarray, shape (n_annotators, n_values, n_values), or None
        Rows true value, columns given value.
    n_iterations : int
    converged : bool
        Whether it stopped by its tolerance and not by its cap.
    difficulty : ndarray, shape (n_tasks,), or None
        Higher is harder; 0 is a task as the others.
    members : mapping of str to float
        Of an average of algorithms, the weight of each.
    """

    posterior: NDArray[np.float64]
    accuracy: NDArray[np.float64]
    confusion: NDArray[np.float64] | None = None
    n_iterations: int = 0
    converged: bool = True
    difficulty: NDArray[np.float64] | None = None
    members: Mapping[str, float] = field(default_factory=dict)

    @property
    def value(self) -> NDArray[np.int64]:
        """The likeliest value of each task; of equal ones the first in the order of classes."""
        value: NDArray[np.int64] = self._likeliest.argmax(1)
        return value

    @property
    def confidence(self) -> NDArray[np.float64]:
        """The probability of that value."""
        confidence: NDArray[np.float64] = self.posterior.max(1)
        return confidence

    @property
    def is_tie(self) -> NDArray[np.bool_]:
        """Whether another value is just as likely, so that the choice is a convention."""
        is_tie: NDArray[np.bool_] = self._likeliest.sum(1) > 1
        return is_tie

    @property
    def _likeliest(self) -> NDArray[np.bool_]:
        best: NDArray[np.bool_] = self.posterior >= self.posterior.max(1, keepdims=True) - TIE
        return best


Aggregator: TypeAlias = Callable[[Votes], Aggregated]
