"""Crowds whose abilities are known, because they were made up."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotators.agreement import Votes


@dataclass(frozen=True)
class World:
    """Votes, and what nobody sees."""

    votes: Votes
    truth: NDArray[np.int64]
    accuracy: NDArray[np.float64]


def simulated(
    rng: np.random.Generator,
    *,
    n_who: int,
    n_tasks: int,
    n_values: int,
    opinions: int,
    spread: float = 0.06,
) -> World:
    """Make people with accuracies from 0.5 to 0.98, some of whom answer more than others.

    `spread` is how far their accuracy differs from class to class.
    """
    shares = rng.dirichlet(np.full(n_values, 5.0))
    skill = rng.uniform(0.5, 0.98, n_who)
    confusion = np.empty((n_who, n_values, n_values))
    for who in range(n_who):
        for value in range(n_values):
            right = float(np.clip(skill[who] + rng.normal(0, spread), 0.05, 0.995))
            wrong = rng.dirichlet(np.full(n_values - 1, 2.0)) * (1 - right)
            confusion[who, value] = np.insert(wrong, value, right)
    truth = rng.choice(n_values, n_tasks, p=shares)
    active = rng.dirichlet(np.full(n_who, 2.0))
    rows = [
        (task, int(who), int(rng.choice(n_values, p=confusion[who, truth[task]])))
        for task in range(n_tasks)
        for who in rng.choice(n_who, min(opinions, n_who), replace=False, p=active)
    ]
    votes = Votes.from_rows(rows, range(n_values))
    seen = np.asarray(votes.annotators, dtype=np.int64)
    return World(votes, truth, np.einsum("wkk,k->w", confusion, shares)[seen])
