"""Replays strategies on a project's own labels: with margin it would have needed 412 labels."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from active_learning.models.strategy_replay import StrategyReplay
from active_learning.replay import (
    ChoiceStudent,
    Course,
    CourseError,
    Outcome,
    Schedule,
    Student,
    compare,
)
from active_learning.replay.course import split_course
from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.vectors import vectors_by_task
from active_learning.services.encoders import layout_of
from active_learning.strategies import STRATEGIES
from labeling.kernel.jobs import JobFailed
from labeling.models import Project

MOST_LABELS = 5_000
"""More are sampled: the replay fits a model dozens of times."""
LEAST_HOLDOUT = 100
"""Held-out labels from which on they measure alone; fewer, and a share of all labels does."""
TEST_SHARE = 0.35
QUERIES = 25
"""Fits on the way to all labels."""


def replay_project(
    *,
    project: Project,
    strategies: Sequence[str],
    seeds: int,
    job_id: int | None = None,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> StrategyReplay:
    """Compare the strategies and keep what came out."""
    started = time.monotonic()
    target = learning_target(project)
    if target is None or target.kind != "choice":
        raise JobFailed("The target label is no choice any more; there is nothing to replay.")
    try:
        courses = _courses(project, target, seeds)
    except CourseError as error:
        raise JobFailed(f"The labels cannot be replayed: {error}.") from error

    def student(seed: int) -> Student:
        return ChoiceStudent(courses[seed])

    size = len(courses[0].pool)
    batch = max(5, -(-size // QUERIES))
    found = compare(
        student,
        {name: STRATEGIES.get(name) for name in strategies},
        Schedule(first=min(20, batch), batch=batch, budget=size),
        seeds=seeds,
        tell=tell,
    )
    tested = len(courses[0].test)
    return StrategyReplay.objects.create(
        project=project,
        job_id=job_id,
        label=target.label.id,
        labels=size + tested,
        tested=tested,
        seeds=seeds,
        full_accuracy=round(found.full_accuracy, 6),
        target=round(found.target, 6),
        outcomes=[_outcome(outcome) for outcome in found.outcomes],
        seconds=round(time.monotonic() - started, 3),
    )


def _courses(project: Project, target: Target, seeds: int) -> list[Course]:
    """Return a course a seed: measured on the hold-out if it is large, else on a random share."""
    layout = layout_of(target)
    labelled = labelled_tasks(project, target)
    if len(labelled) > MOST_LABELS:
        drawn = np.random.default_rng(project.pk).choice(len(labelled), MOST_LABELS, replace=False)
        labelled = [labelled[i] for i in np.sort(drawn)]
    vectors = vectors_by_task(project, layout.id, [item.task_id for item in labelled])
    known = [item for item in labelled if item.task_id in vectors]
    if not known:
        raise CourseError("no labelled task has a vector yet; wait for the embedding job")
    features = np.vstack([vectors[item.task_id] for item in known])
    labels = np.array([str(item.answer) for item in known])
    held = np.array([item.is_holdout for item in known])
    if held.sum() >= LEAST_HOLDOUT:
        course = Course("project", features[~held], labels[~held], features[held], labels[held])
        return [course] * seeds
    return [
        split_course(
            "project", features, labels, test_share=TEST_SHARE, rng=np.random.default_rng(seed)
        )
        for seed in range(seeds)
    ]


def _outcome(outcome: Outcome) -> dict[str, Any]:
    labels = outcome.labels
    return {
        "strategy": outcome.strategy,
        "labels": {
            "mean": round(labels.mean, 2),
            "low": round(labels.low, 2),
            "high": round(labels.high, 2),
            "reached": labels.reached,
            "counts": list(labels.counts),
        },
        "curve": [
            {key: round(value, 6) for key, value in asdict(point).items()}
            for point in outcome.curve
        ],
    }
