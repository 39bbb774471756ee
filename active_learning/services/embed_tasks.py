"""Computes the vectors of tasks that have none, and draws the hold-out among them."""

import random
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet

from active_learning.models import Embedding
from active_learning.selectors.values import task_values
from active_learning.services.training import Lesson
from labeling.models import Project, Task
from labeling.services.learned_facts import mark_holdout

BATCH = 64


class Teller(Protocol):
    """Hears how far it is, and may raise to stop."""

    def __call__(self, done: int, total: int, /) -> None: ...


def embed_tasks(
    *, lesson: Lesson, tell: Teller, should_yield: Callable[[], bool] = lambda: False
) -> int:
    """Embed tasks without a vector of `layout` and return how many were.

    Batches are written as they are done, so a job that is stopped, or lets others go first, goes
    on where it was.
    """
    project, layout = lesson.project, lesson.layout
    missing = _without_vector(project, layout.id)
    total, done = missing.count(), 0
    for tasks in _batches(project, layout.id):
        vectors = layout.encode(task_values(project, layout.fields, tasks)).astype(np.float16)
        Embedding.objects.bulk_create(
            [
                Embedding(project=project, task=task, layout=layout.id, vector=vector.tobytes())
                for task, vector in zip(tasks, vectors, strict=True)
            ],
            ignore_conflicts=True,
        )
        draw_holdout(project=project, tasks=tasks)
        done += len(tasks)
        tell(done, max(total, done))
        if should_yield():
            break
    return done


def lacks_vectors(lesson: Lesson) -> bool:
    """Say whether tasks are left to embed."""
    return _without_vector(lesson.project, lesson.layout.id).exists()


def draw_holdout(*, project: Project, tasks: list[Task]) -> None:
    """Keep a random share of the tasks out of training.

    The draw depends on nothing but the task's id: no strategy and nobody's labels can lean on it,
    and drawing again gives the same tasks.
    """
    share = project.settings.holdout_share
    new = [
        task.pk
        for task in tasks
        if not task.is_holdout and random.Random(f"holdout:{task.pk}").random() < share
    ]
    if new:
        mark_holdout(project=project, task_ids=new)


def _without_vector(project: Project, layout: str) -> QuerySet[Task]:
    embedded = Embedding.objects.filter(task=OuterRef("pk"), layout=layout)
    return project.tasks.filter(~Exists(embedded)).order_by("pk")


def _batches(project: Project, layout: str) -> Iterator[list[Task]]:
    after = 0
    while tasks := list(_without_vector(project, layout).filter(pk__gt=after)[:BATCH]):
        after = tasks[-1].pk
        yield tasks
