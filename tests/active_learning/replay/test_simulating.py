"""Replays on small sets: budgets, seeds, and that asking well needs fewer labels."""

import numpy as np
import pytest

from active_learning.replay import ChoiceStudent, Course, Schedule, compare, simulate
from active_learning.strategies import STRATEGIES
from tests.active_learning.replay.courses import blobs

SHORT = Schedule(first=8, batch=6, budget=40)


def points(course: Course, strategy: str, *, seed: int = 1, schedule: Schedule = SHORT) -> list:
    return list(simulate(ChoiceStudent(course), STRATEGIES.get(strategy), schedule, seed=seed))


def test_a_replay_spends_its_budget_and_no_more() -> None:
    found = points(blobs(), "auto_start")
    assert [point.labels for point in found] == [8, 14, 20, 26, 32, 38, 40]


def test_a_replay_ends_with_the_pool() -> None:
    course = blobs(per_class=9)
    found = points(course, "random", schedule=Schedule(first=5, batch=50, budget=10_000))
    assert found[-1].labels == len(course.pool)


def test_the_same_seed_gives_the_same_curve_and_another_one_another() -> None:
    course, brief = blobs(spread=1.5), Schedule(first=8, batch=8, budget=24)
    first, again, other = (points(course, "random", seed=s, schedule=brief) for s in (3, 3, 4))
    assert first == again
    assert first != other


def test_before_two_classes_are_known_there_is_no_point() -> None:
    course = blobs(classes=2)
    course.pool_labels[:] = "class 0"
    course.pool_labels[-1] = "class 1"
    assert points(course, "random", schedule=Schedule(first=5, batch=5, budget=10)) == []


def test_typical_tasks_show_every_class_with_one_label_each() -> None:
    course = blobs(classes=8, spread=0.2, scale=6.0)
    outcome = compare(
        lambda seed: ChoiceStudent(course),
        {name: STRATEGIES.get(name) for name in ("random", "auto_start")},
        Schedule(first=8, batch=8, budget=48),
        seeds=2,
    )
    drawn, asked = outcome.outcomes
    assert asked.labels.reached == 2
    assert asked.labels.mean < drawn.labels.mean
    assert outcome.target == pytest.approx(0.95 * outcome.full_accuracy)


def test_progress_counts_the_replays_and_may_stop_them() -> None:
    heard: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        heard.append((done, total))
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare(
            lambda seed: ChoiceStudent(blobs()),
            {"random": STRATEGIES.get("random")},
            SHORT,
            seeds=2,
            tell=tell,
        )
    assert heard == [(0, 2), (1, 2)]


def test_a_schedule_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="1 at least"):
        Schedule(batch=0)


def test_class_counts_follow_the_columns_of_the_judgement() -> None:
    course = blobs(classes=3)
    student = ChoiceStudent(course)
    rows = np.arange(30)
    student.learn(rows, np.random.default_rng(0))
    counts = student.class_counts(rows)
    assert counts.sum() == 30
    assert len(counts) == student.judge(rows).shape[1]
