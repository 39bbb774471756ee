"""Gradient ascent with a step size of its own for every parameter (Adam)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ascent"]

Array = NDArray[np.float64]


class Ascent:
    """Moves parameters in place.

    References
    ----------
    Kingma & Ba (2015), "Adam: a method for stochastic optimization", arXiv:1412.6980.
    """

    def __init__(self, parameters: Sequence[Array], *, rate: float) -> None:
        """Take the arrays that are to move, and how far a step goes at most."""
        self._parameters = parameters
        self._rate = rate
        self._mean = [np.zeros_like(array) for array in parameters]
        self._square = [np.zeros_like(array) for array in parameters]
        self._n_steps = 0

    def step(self, gradients: Sequence[Array], *, scale: float = 1.0) -> None:
        """Go one step uphill."""
        self._n_steps += 1
        first, second = 1 - 0.9**self._n_steps, 1 - 0.99**self._n_steps
        moving = zip(self._parameters, gradients, self._mean, self._square, strict=True)
        for array, gradient, mean, square in moving:
            mean[...] += 0.1 * (gradient - mean)
            square[...] += 0.01 * (gradient**2 - square)
            array[...] += scale * self._rate * (mean / first) / (np.sqrt(square / second) + 1e-8)
