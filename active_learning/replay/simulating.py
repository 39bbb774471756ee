"""One replay: the strategy asks, the known labels answer, the student learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from active_learning.acquisition.distributions import Floats
from active_learning.replay.curves import Point
from active_learning.replay.student import Rows, Student
from active_learning.strategies import BatchBald, Pool, RandomOrder, Strategy, Turn

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
    holdout : int
        Random tasks held out of the pool, on which strategies may see what their queries gained;
        not among the labels counted.
    """

    first: int = 20
    batch: int = 30
    budget: int = 1_500
    holdout: int = 0

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
    history: list[Turn] = []
    every = np.arange(student.size)
    held = np.sort(rng.choice(every, min(schedule.holdout, student.size // 2), replace=False))
    limit = min(schedule.budget, student.size - len(held))
    while len(labelled) < limit:
        size = min(schedule.batch if len(labelled) else schedule.first, limit - len(labelled))
        rest = np.setdiff1d(every, np.concatenate([labelled, held]))
        chooser = strategy if has_model or not strategy.needs_model else COLD
        pool = _pool(student, rest, labelled, history if has_model else None, rng)
        if isinstance(chooser, BatchBald):
            pool = replace(pool, ensemble=student.committee(pool.ids, rng))
        query = chooser.query(pool, size, rng)
        labelled = np.concatenate([labelled, query.ids])
        has_model = student.learn(labelled, rng)
        if not has_model:
            continue
        if len(held):
            history.append(Turn(query.strategy, len(labelled), student.right(held), len(held)))
        points.append(Point(len(labelled), student.score()))
        yield points[-1]
        if is_enough(points):
            return


def _pool(
    student: Student,
    rest: Rows,
    labelled: Rows,
    history: Sequence[Turn] | None,
    rng: np.random.Generator,
) -> Pool:
    """Return the candidates; ``history`` is None before there is a model."""
    if len(rest) > CANDIDATES:
        rest = np.sort(rng.choice(rest, CANDIDATES, replace=False))
    has_model = history is not None
    probabilities: Floats | None = student.judge(rest) if has_model else None
    return Pool(
        rest,
        student.features(rest),
        probabilities,
        student.features(labelled),
        class_counts=student.class_counts(labelled) if has_model else None,
        history=history or (),
    )
