"""Computes the vectors of tasks that have none, and draws the hold-out among them."""

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet

from active_learning.models import Embedding
from active_learning.selectors.values import task_values
from active_learning.services.holdout import draw_holdout
from active_learning.services.training import Lesson
from labeling.models import Project, Task

BATCH = 64
ROUND_EMBEDS = 2_000
"""Of the open tasks without a vector, so many a round reads itself; the rest is the embed job's."""


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
    missing = _without_vector(lesson.project, lesson.layout.id)
    total, done = missing.count(), 0
    for tasks in _batches(missing):
        _embed(lesson, tasks)
        done += len(tasks)
        tell(done, max(total, done))
        if should_yield():
            break
    return done


def embed_for_round(*, lesson: Lesson, rng: np.random.Generator, tell: Teller) -> None:
    """Embed what a round cannot do without: the answered tasks, and some open ones at random.

    A large import is read by the embed job, which lets others go first; a round that waited for it
    would keep everybody from their next model.
    """
    missing = _without_vector(lesson.project, lesson.layout.id)
    answered = missing.filter(annotation_count__gt=0).values_list("pk", flat=True)
    others = np.array(missing.filter(annotation_count=0).values_list("pk", flat=True), np.int64)
    drawn = rng.permutation(others)[:ROUND_EMBEDS]
    wanted = [*answered, *np.sort(drawn).tolist()]
    for start in range(0, len(wanted), BATCH):
        tell(start, len(wanted))
        tasks = lesson.project.tasks.in_bulk(wanted[start : start + BATCH])
        _embed(lesson, list(tasks.values()))


def _embed(lesson: Lesson, tasks: list[Task]) -> None:
    """Store the vectors of some tasks and draw the hold-out among them."""
    project, layout = lesson.project, lesson.layout
    vectors = layout.encode(task_values(project, layout.fields, tasks)).astype(np.float16)
    Embedding.objects.bulk_create(
        [
            Embedding(project=project, task=task, layout=layout.id, vector=vector.tobytes())
            for task, vector in zip(tasks, vectors, strict=True)
        ],
        ignore_conflicts=True,
    )
    draw_holdout(project=project, tasks=tasks)


def lacks_vectors(lesson: Lesson) -> bool:
    """Say whether tasks are left to embed."""
    return _without_vector(lesson.project, lesson.layout.id).exists()


def _without_vector(project: Project, layout: str) -> QuerySet[Task]:
    embedded = Embedding.objects.filter(task=OuterRef("pk"), layout=layout)
    return project.tasks.filter(~Exists(embedded)).order_by("pk")


def _batches(missing: QuerySet[Task]) -> Iterator[list[Task]]:
    after = 0
    while tasks := list(missing.filter(pk__gt=after)[:BATCH]):
        after = tasks[-1].pk
        yield tasks
