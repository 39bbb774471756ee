"""Several strategies on one course, seed by seed: labels to the target, and curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from active_learning.replay.curves import (
    WINDOW,
    Crossing,
    MeanPoint,
    Point,
    crossing,
    labels_to,
    mean_curve,
)
from active_learning.replay.simulating import Schedule, simulate
from active_learning.replay.student import Student
from active_learning.strategies import Strategy

__all__ = ["SHARE", "Comparison", "Outcome", "compare"]

SHARE = 0.95
"""The target: this share of the accuracy that all labels give."""


class Teller(Protocol):
    """Hears how many of all replays are done, and may raise to stop."""

    def __call__(self, done: int, total: int, /) -> None: ...


@dataclass(frozen=True)
class Outcome:
    """What one strategy needed."""

    strategy: str
    labels: Crossing
    curve: list[MeanPoint]


@dataclass(frozen=True)
class Comparison:
    """The outcomes, in the order asked for.

    Attributes
    ----------
    full_accuracy : float
        With every label of the pool.
    target : float
        ``share`` times that.
    """

    full_accuracy: float
    target: float
    seeds: int
    outcomes: list[Outcome]


def compare(
    make_student: Callable[[int], Student],
    strategies: Mapping[str, Strategy],
    schedule: Schedule,
    *,
    seeds: int,
    share: float = SHARE,
    tell: Teller = lambda done, total: None,
) -> Comparison:
    """Replay every strategy with every seed.

    Parameters
    ----------
    make_student : callable
        Returns a new student for a seed. The same seed gives all strategies the same split.
    """
    total = seeds * len(strategies)
    full = [_full_accuracy(make_student(seed), seed) for seed in range(seeds)]
    target = share * float(np.mean(full))
    outcomes = []
    for place, (name, strategy) in enumerate(strategies.items()):
        curves = []
        for seed in range(seeds):
            tell(place * seeds + seed, total)
            student = make_student(seed)
            curves.append(_until(student, strategy, schedule, seed=seed, target=target))
        outcomes.append(Outcome(name, crossing(curves, target), mean_curve(curves)))
    tell(total, total)
    return Comparison(float(np.mean(full)), target, seeds, outcomes)


def _full_accuracy(student: Student, seed: int) -> float:
    student.learn(np.arange(student.size), np.random.default_rng(seed))
    return student.score()


def _until(
    student: Student, strategy: Strategy, schedule: Schedule, *, seed: int, target: float
) -> list[Point]:
    """Return the points up to the target; a short curve beyond it would only cost time."""

    def is_enough(points: list[Point]) -> bool:
        return len(points) >= WINDOW and labels_to(points[-WINDOW:], target) is not None

    return list(simulate(student, strategy, schedule, seed=seed, is_enough=is_enough))
