"""One replay: the strategy asks, the known labels answer, the student learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from active_learning.acquisition.distributions import Floats
from active_learning.replay.curves import Point
from active_learning.replay.student import Rows, Student
from active_learning.strategies import Pool, RandomOrder, Strategy

__all__ = ["Schedule", "simulate"]

COLD = RandomOrder()
"""What strategies that need a model ask first, as their papers do."""
CANDIDATES = 20_000
"""A larger pool is sampled anew for each query, so that a replay of a large project ends."""


@dataclass(frozen=True)
class Schedule:
    """How many labels are asked for, and when.

    Attributes
    ----------
    first : int
        The first query, before any model.
    batch : int
        Later queries, between two fits.
    budget : int
        Labels after which the replay ends.
    """

    first: int = 20
    batch: int = 30
    budget: int = 1_500

    def __post_init__(self) -> None:
        if min(self.first, self.batch, self.budget) < 1:
            raise ValueError(f"a schedule's sizes are 1 at least, got {self}")


def simulate(
    student: Student,
    strategy: Strategy,
    schedule: Schedule,
    *,
    seed: int,
    is_enough: Callable[[list[Point]], bool] = lambda points: False,
) -> Iterator[Point]:
    """Yield a point after each query, until the budget, the pool, or ``is_enough`` ends it.

    Parameters
    ----------
    student : Student
        A new one; the replay teaches it.
    seed : int
        Decides everything that is drawn.
    is_enough : callable
        Asked after each point with all of them: no label need be replayed beyond the target.
    """
    rng = np.random.default_rng(seed)
    labelled: Rows = np.empty(0, dtype=np.int64)
    has_model = False
    points: list[Point] = []
    limit = min(schedule.budget, student.size)
    while len(labelled) < limit:
        size = min(schedule.batch if len(labelled) else schedule.first, limit - len(labelled))
        pool = _pool(student, labelled, has_model=has_model, rng=rng)
        chooser = strategy if has_model or not strategy.needs_model else COLD
        labelled = np.concatenate([labelled, chooser.query(pool, size, rng).ids])
        has_model = student.learn(labelled, rng)
        if not has_model:
            continue
        points.append(Point(len(labelled), student.score()))
        yield points[-1]
        if is_enough(points):
            return


def _pool(student: Student, labelled: Rows, *, has_model: bool, rng: np.random.Generator) -> Pool:
    rest = np.setdiff1d(np.arange(student.size), labelled)
    if len(rest) > CANDIDATES:
        rest = np.sort(rng.choice(rest, CANDIDATES, replace=False))
    probabilities: Floats | None = student.judge(rest) if has_model else None
    return Pool(rest, student.features(rest), probabilities, student.features(labelled))
