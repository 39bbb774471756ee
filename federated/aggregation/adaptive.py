"""FedAdam: the mean update as a gradient, followed with a momentum and a scale per weight."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from federated.aggregation.mean import WeightedMean
from federated.aggregation.updates import Floats, Updates

__all__ = ["FedAdam"]


@dataclass
class FedAdam:
    """Reddi et al. (2021), Adaptive Federated Optimization, arXiv:2003.00295, algorithm 2.

    Keeps two moments between rounds; ``state`` gives and takes them, so that a coordinator that
    was killed goes on where it stood.
    """

    learning_rate: float = 0.1
    beta_1: float = 0.9
    beta_2: float = 0.99
    tau: float = 1e-3
    name: str = "fedadam"
    needs: int = 1
    is_linear: bool = True
    steps_by_mean: bool = False
    _mean: WeightedMean = field(default_factory=WeightedMean, repr=False)
    _first: Floats | None = field(default=None, repr=False)
    _second: Floats | None = field(default=None, repr=False)

    def step(self, updates: Updates) -> Floats:
        """Return the change of the shared weights, shape (D,), and remember the moments."""
        gradient = self._mean.step(updates)
        if self._first is None or self._second is None or len(self._first) != len(gradient):
            self._first = np.zeros_like(gradient)
            self._second = np.full_like(gradient, self.tau**2)
        self._first = self.beta_1 * self._first + (1 - self.beta_1) * gradient
        self._second = self.beta_2 * self._second + (1 - self.beta_2) * gradient**2
        return self.learning_rate * self._first / (np.sqrt(self._second) + self.tau)

    @property
    def state(self) -> dict[str, Floats]:
        """The moments, or nothing before the first step."""
        if self._first is None or self._second is None:
            return {}
        return {"first": self._first, "second": self._second}

    @state.setter
    def state(self, moments: dict[str, Floats]) -> None:
        self._first, self._second = moments.get("first"), moments.get("second")
