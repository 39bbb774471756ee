"""Numbers and ratings: everybody has a bias and a noise of their own."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.expectation import summed

__all__ = ["Fused", "fuse_numbers"]

Array = NDArray[np.float64]
Index = NDArray[np.int64]
PRIOR_VOTES = 20.0
"""Votes that the crowd's noise, and a bias of 0, are worth to a person's own."""


@dataclass(frozen=True, slots=True, eq=False)
class Fused:
    """The consensus of each task with its standard error, and what was learned of people.

    Attributes
    ----------
    value, error : ndarray, shape (n_tasks,)
    bias, noise : ndarray, shape (n_annotators,)
    n_iterations : int
    """

    value: Array
    error: Array
    bias: Array
    noise: Array
    n_iterations: int


def fuse_numbers(
    task: Index,
    annotator: Index,
    number: Array,
    n_tasks: int,
    n_annotators: int,
    *,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
) -> Fused:
    """Infer values, biases and noises by turns: number = value + bias + noise.

    Parameters
    ----------
    task, annotator : ndarray of int, shape (n_votes,)
    number : ndarray, shape (n_votes,)
    n_tasks, n_annotators : int
    tolerance : float
        Stop when no value moves by more, in parts of the spread of all numbers.
    max_iterations : int

    References
    ----------
    Raykar et al. (2010), "Learning from crowds", https://jmlr.org/papers/v11/raykar10a.html.
    """
    n_given = np.bincount(annotator, minlength=n_annotators)
    spread = float(number.std()) or 1.0
    bias, noise = np.zeros(n_annotators), np.full(n_annotators, spread)
    value = summed(task, number, n_tasks) / np.bincount(task, minlength=n_tasks)
    weight, n_iterations, moved = np.ones(len(task)), 0, np.inf
    while n_iterations < max_iterations and moved > tolerance * spread:
        n_iterations += 1
        off = number - value[task]
        bias = summed(annotator, off, n_annotators) / (n_given + PRIOR_VOTES)
        # A task's own value was fitted to its votes: what is left looks smaller than it is.
        n_here = np.bincount(task, minlength=n_tasks)[task]
        left = np.square(off - bias[annotator]) * n_here / np.maximum(n_here - 1, 1)
        typical = max(float(left.mean()), (1e-3 * spread) ** 2)
        total = summed(annotator, left, n_annotators) + PRIOR_VOTES * typical
        noise = np.sqrt(total / (n_given + PRIOR_VOTES))
        weight = 1 / np.square(noise[annotator])
        new = summed(task, weight * (number - bias[annotator]), n_tasks)
        new /= summed(task, weight, n_tasks)
        moved = float(np.abs(new - value).max())
        value = new
    return Fused(value, 1 / np.sqrt(summed(task, weight, n_tasks)), bias, noise, n_iterations)
