"""What replays are judged by: opinions spent, and errors left."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation import Aggregator, anchored, auto, majority
from annotators.agreement.votes import Votes
from annotators.assignment.stopping import Limits
from annotators.simulation.crowds import make_crowd
from annotators.simulation.replay import Course, Rules, chosen, replay

__all__ = [
    "TARGETS",
    "Recorded",
    "Team",
    "compare_policies",
    "error_of",
    "least_share",
    "mean_interval",
]

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
TARGETS = (0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
MANY_VOTES = 30_000
"""Beyond, the last word is one model's and not the average of several, which takes minutes."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One stopping target on a recorded crowd."""

    target: float
    share: float
    accuracy: float
    goal: float

    @property
    def is_reached(self) -> bool:
        """Whether it is as right as counting all votes."""
        return self.accuracy >= self.goal


@dataclass(frozen=True, slots=True)
class Team:
    """Errors of one way of working in a made-up crowd, a value a seed, and opinions a task."""

    name: str
    errors: tuple[float, ...]
    opinions: tuple[float, ...]


def least_share(course: Course, policy: str, seed: int) -> list[Recorded]:
    """Replay a recorded crowd with each target, until counting all votes is matched."""
    votes = course.votes
    goal = 1 - error_of(course, np.arange(len(votes.task)), majority)
    last = auto if len(votes.task) <= MANY_VOTES else anchored
    found = []
    for target in TARGETS:
        rules = Rules(policy, Limits(1, 1000, target))
        outcome = replay(course, rules, np.random.default_rng(seed))
        accuracy = 1 - error_of(course, outcome.asked, last)
        found.append(Recorded(target, len(outcome.asked) / len(votes.task), accuracy, goal))
        if found[-1].is_reached:
            break
    return found


def compare_policies(
    shares: dict[str, float],
    policies: Sequence[str],
    *,
    seeds: int,
    opinions: int = 3,
    most: int = 9,
    target: float = 0.97,
    n_tasks: int = 600,
    accuracy: tuple[float, float] | None = None,
) -> list[Team]:
    """Let a made-up crowd work in each manner, all but the first at the same cost.

    The first gives each task one opinion; the second each task the same number of them, counted.
    """
    ways: dict[str, list[tuple[float, float]]] = {}
    for seed in range(seeds):
        made = make_crowd(
            shares, np.random.default_rng(seed), n_tasks=n_tasks, good=accuracy or (0.75, 0.95)
        )
        course = Course(made.votes, made.truth)
        budget = opinions * n_tasks
        rules = {
            "single": Rules("open", Limits(1, 1, 0.5)),
            f"{opinions} each, counted": Rules("open", Limits(opinions, opinions, 0.5)),
            **{name: Rules(name, Limits(1, most, target), budget) for name in policies},
        }
        for name, rule in rules.items():
            outcome = replay(course, rule, np.random.default_rng(seed))
            last: Aggregator = auto if name in policies else majority
            error = error_of(course, outcome.asked, last)
            ways.setdefault(name, []).append((error, len(outcome.asked) / n_tasks))
    return [
        Team(name, tuple(e for e, _ in found), tuple(n for _, n in found))
        for name, found in ways.items()
    ]


def error_of(course: Course, asked: Indices, aggregate: Aggregator) -> float:
    """Return the share of wrong labels among tasks with known truth; a tie counts its share."""
    some: Votes = chosen(course.votes, asked)
    n_values = len(course.votes.values)
    posterior = np.full((len(course.truth), n_values), 1 / n_values)
    posterior[np.unique(course.votes.task[asked])] = aggregate(some).posterior
    known = np.flatnonzero(course.truth >= 0)
    best = posterior[known] >= posterior[known].max(1, keepdims=True) - 1e-9
    right = best[np.arange(len(known)), course.truth[known]] / best.sum(1)
    return float(1 - right.mean())


def mean_interval(values: Sequence[float], *, least: float = 0.0) -> tuple[float, float, float]:
    """Return the mean over seeds and its 95 % interval, which does not go below `least`."""
    mean = float(np.mean(values))
    if len(values) < 2:
        return mean, mean, mean
    reach = 1.96 * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return mean, max(least, mean - reach), mean + reach
