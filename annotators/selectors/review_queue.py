"""What to review next: the likeliest errors first, never one's own work."""

from dataclasses import dataclass
from math import isnan
from statistics import median
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotators.behaviour import worked_seconds
from annotators.models import Adjudication, TaskFacts
from annotators.selectors.excerpts import excerpt_of
from labeling.kernel.errors import BadInput
from labeling.kernel.paging import Page, read_cursor, write_cursor
from labeling.models import Annotation, AnnotationState, Project, Review, Task, User
from labeling.models.annotation import ACCEPTED_ORIGIN

RECENT = 60


@dataclass(frozen=True, slots=True)
class Waiting:
    """One task that waits for a verdict; its doubt is None until the next refresh."""

    task: Task
    expected_error: float | None
    label: str
    n_answers: int

    @property
    def excerpt(self) -> str:
        """The first words of the task, to tell it from others."""
        return excerpt_of(self.task.data)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far reviewing has come; seconds only once this reviewer's pace is known."""

    left: int
    done: int
    done_by_me: int
    seconds_each: float | None

    @property
    def seconds_left(self) -> float | None:
        """What is left at this pace."""
        return None if self.seconds_each is None else self.seconds_each * self.left


def review_queue(project: Project, reviewer: User, cursor: str | None, limit: int) -> Page[Waiting]:
    """Return a page of tasks, most doubtful first; those not yet judged come last."""
    kind, *place = _place(cursor)
    found: list[Waiting] = []
    if kind == "f":
        found = _judged(project, reviewer, place, limit + 1)
    if len(found) <= limit:
        after = place[0] if kind == "t" else 0
        found += _unjudged(project, reviewer, int(after), limit + 1 - len(found))
    rows = found[:limit]
    following = _cursor_after(rows[-1]) if len(found) > limit else None
    return Page(rows, next=following)


def review_progress(project: Project, reviewer: User) -> ReviewProgress:
    """Count what waits for this reviewer and what is done."""
    reviews = Review.objects.filter(annotation__project=project)
    mine = reviews.filter(reviewer=reviewer)
    times = list(mine.order_by("-pk").values_list("created_at", flat=True)[:RECENT])
    at = sorted({time.timestamp() for time in times})
    seconds = [one for one in worked_seconds(at, [0.0] * len(at)) if not isnan(one)]
    return ReviewProgress(
        left=_wanting(project.tasks.all(), reviewer).count(),
        done=reviews.values("annotation__task").distinct().count(),
        done_by_me=mine.values("annotation__task").distinct().count(),
        seconds_each=median(seconds) if seconds else None,
    )


def _judged(project: Project, reviewer: User, place: list[Any], count: int) -> list[Waiting]:
    rows = TaskFacts.objects.filter(project=project).select_related("task")
    if place:
        error, last = place
        rows = rows.filter(Q(expected_error__lt=error) | Q(expected_error=error, pk__gt=last))
    rows = rows.filter(Exists(_wanting(Task.objects.filter(pk=OuterRef("task")), reviewer)))
    return [
        Waiting(row.task, row.expected_error, row.label, row.n_answers)
        for row in rows.order_by("-expected_error", "pk")[:count]
    ]


def _unjudged(project: Project, reviewer: User, after: int, count: int) -> list[Waiting]:
    tasks = _wanting(project.tasks.filter(facts__isnull=True, pk__gt=after), reviewer)
    return [Waiting(task, None, "", task.annotation_count) for task in tasks.order_by("pk")[:count]]


def _wanting(tasks: QuerySet[Task], reviewer: User) -> QuerySet[Task]:
    """Return tasks with an answer nobody judged, none of them the reviewer's own."""
    given = Annotation.objects.filter(task=OuterRef("pk")).exclude(origin=ACCEPTED_ORIGIN)
    return tasks.filter(
        Exists(given.filter(state=AnnotationState.SUBMITTED)),
        ~Exists(given.filter(annotator=reviewer)),
        ~Exists(Adjudication.objects.filter(task=OuterRef("pk"))),
        annotation_count__gt=0,
    )


def _place(cursor: str | None) -> list[Any]:
    if cursor is None:
        return ["f"]
    kind, error, last = read_cursor(cursor, 3)
    if kind == "f" and isinstance(error, int | float) and isinstance(last, int):
        return [kind, error, last]
    if kind == "t" and isinstance(last, int):
        return [kind, last]
    raise BadInput("cursor: use the address in `next` as it is.")


def _cursor_after(row: Waiting) -> str:
    if row.expected_error is None:
        return write_cursor(["t", 0, row.task.pk])
    facts = row.task.facts
    return write_cursor(["f", facts.expected_error, facts.pk])
