"""Made-up crowds whose truth is known: the good, spammers, adversaries, the tired, specialists."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.votes import Votes

__all__ = ["CROWDS", "Made", "make_crowd"]

Array = NDArray[np.float64]
CROWDS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "good": {"good": 1.0},
        "spammers": {"good": 0.6, "spammer": 0.4},
        "adversaries": {"good": 0.8, "adversary": 0.2},
        "tired experts": {"tired": 0.5, "good": 0.5},
        "class specialists": {"specialist": 1.0},
        "mixed": {
            "good": 0.4, "tired": 0.2, "specialist": 0.2, "spammer": 0.15, "adversary": 0.05,
        },
    }
)  # fmt: skip
"""Shares of kinds of people."""


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """Every vote that could be asked for, the truths, and each person's true accuracy."""

    votes: Votes
    truth: NDArray[np.int64]
    accuracy: Array
    model: Array


def make_crowd(
    shares: Mapping[str, float],
    rng: np.random.Generator,
    *,
    n_tasks: int = 600,
    n_people: int = 24,
    n_values: int = 4,
    good: tuple[float, float] = (0.75, 0.95),
    model_accuracy: float = 0.8,
) -> Made:
    """Let everybody have an answer to every task; which of them are asked is the router's affair.

    Parameters
    ----------
    shares : mapping of str to float
        Of kinds of people.
    rng : Generator
    n_tasks, n_people, n_values : int
    good : tuple of float
        Between which the accuracy of good people lies.
    model_accuracy : float
        Of a calibrated model: it is as often right as it says.
    """
    truth = rng.integers(0, n_values, n_tasks)
    kinds = rng.permutation(_kinds(shares, n_people))
    right = np.stack([_accuracy(str(kind), truth, n_values, good, rng) for kind in kinds])
    wrong = (truth + rng.integers(1, n_values, (n_people, n_tasks))) % n_values
    said = np.where(rng.random((n_people, n_tasks)) < right, truth, wrong)
    who, task = np.divmod(np.arange(n_people * n_tasks), n_tasks)
    votes = Votes(task, who, said.ravel(), range(n_tasks), range(n_people), range(n_values))
    return Made(votes, truth, right.mean(1), _model(truth, n_values, model_accuracy, rng))


def _kinds(shares: Mapping[str, float], n_people: int) -> list[str]:
    names, weights = list(shares), np.cumsum(list(shares.values()))
    places = (np.arange(n_people) + 0.5) / n_people * weights[-1]
    return [names[int(at)] for at in np.searchsorted(weights, places)]


def _accuracy(
    kind: str,
    truth: NDArray[np.int64],
    n_values: int,
    good: tuple[float, float],
    rng: np.random.Generator,
) -> Array:
    """Return how likely a person of a kind is right on each task."""
    n_tasks = len(truth)
    match kind:
        case "spammer":
            return np.full(n_tasks, 1 / n_values)
        case "adversary":
            return np.full(n_tasks, 0.1)
        case "tired":
            # Fresh at first, and a coin by the end of what they could do.
            return np.linspace(0.97, 0.6, n_tasks)[rng.permutation(n_tasks)]
        case "specialist":
            knows = rng.permutation(n_values)[: max(1, n_values // 2)]
            return np.where(np.isin(truth, knows), 0.95, 0.5)
        case _:
            return np.full(n_tasks, rng.uniform(*good))


def _model(
    truth: NDArray[np.int64], n_values: int, accuracy: float, rng: np.random.Generator
) -> Array:
    """Probabilities of a model that is right as often as it says, and not as sure everywhere."""
    sure = 1 / n_values + (1 - 1 / n_values) * rng.beta(*_shape(accuracy, n_values), len(truth))
    is_right = rng.random(len(truth)) < sure
    said = np.where(is_right, truth, (truth + rng.integers(1, n_values, len(truth))) % n_values)
    found = np.repeat(((1 - sure) / (n_values - 1))[:, None], n_values, axis=1)
    found[np.arange(len(truth)), said] = sure
    return found


def _shape(accuracy: float, n_values: int) -> tuple[float, float]:
    mean = (accuracy - 1 / n_values) / (1 - 1 / n_values)
    return 2 * mean, 2 * (1 - mean)
