"""Which answers a training job learns from: a filter of tasks, consensus or each vote as it is."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from active_learning.learners.marked import Marked
from active_learning.selectors.labelled import (
    Labelled,
    answer_of,
    labelled_tasks,
    lesson_annotations,
)
from active_learning.selectors.target import Target
from active_learning.training_jobs.snapshot import Row, snapshot_hash
from labeling.models import Task, TaskLabel
from labeling.policies import Access
from labeling.selectors.task_filter.compile import compile_filter

VOTES = ("consensus", "votes")


def slice_rows(access: Access, target: Target, *, text: str, votes: str) -> list[Row]:
    """Return the rows of a slice, and of the whole hold-out.

    A version is measured on every hold-out task whatever it was taught, so that versions can be
    compared.
    """
    every = labelled_tasks(access.project, target)
    inside = set(_matching(access, text).values_list("pk", flat=True)) if text.strip() else None
    tests = [_row(item) for item in every if item.is_holdout]
    taught = [
        item for item in every if not item.is_holdout and (inside is None or item.task_id in inside)
    ]
    if votes == "consensus":
        return [*(_row(item) for item in taught), *tests]
    return [*_votes(access, target, {item.task_id for item in taught}), *tests]


def slice_counts(access: Access, target: Target, text: str) -> dict[str, Any]:
    """Return how many tasks a filter lets through, and labels by class, without reading answers."""
    taught = taught_tasks(access, text)
    named = TaskLabel.objects.filter(
        project=access.project, label=target.label.id, task__in=taught.values("pk")
    )
    return {
        "tasks": taught.count(),
        "test": access.project.tasks.filter(is_holdout=True, annotation_count__gt=0).count(),
        "classes": dict(Counter(named.values_list("value", flat=True))),
    }


def taught_tasks(access: Access, text: str) -> QuerySet[Task]:
    """Return the labelled tasks that a filter lets through, without the hold-out."""
    return _matching(access, text).filter(annotation_count__gt=0, is_holdout=False)


def hash_of(labelled: Iterable[Labelled]) -> str:
    """Return the hash of what a round was taught."""
    return snapshot_hash(_row(item) for item in labelled)


def plain_answer(answer: Any) -> Any:
    """Return an answer as plain JSON, the same for equal answers."""
    if isinstance(answer, frozenset):
        return sorted(answer)
    if isinstance(answer, tuple):
        return [{"class": mark.label_class, "geometry": mark.geometry} for mark in answer]
    return answer


def taught_answer(kind: str, row: Row) -> Any:
    """Return what a learner is taught of a row: the other way round."""
    if row.soft is not None:
        return row.soft
    return read_answer(kind, row.answer)


def read_answer(kind: str, answer: Any) -> Any:
    """Return a plain answer as selectors give it."""
    if kind == "multichoice":
        return frozenset(answer)
    if isinstance(answer, list):
        return tuple(Marked(kind, item["class"], item["geometry"]) for item in answer)
    return answer


def _matching(access: Access, text: str) -> QuerySet[Task]:
    return access.project.tasks.filter(compile_filter(access, text).meaning)


def _row(item: Labelled) -> Row:
    return Row(item.task_id, plain_answer(item.answer), item.weight, item.is_holdout, item.soft)


def _votes(access: Access, target: Target, inside: set[int]) -> list[Row]:
    """Return each person's answer; those on one task weigh as much as one answer together."""
    given: defaultdict[int, list[Any]] = defaultdict(list)
    rows = lesson_annotations(access.project).values_list("task_id", "answers", "regions")
    for task_id, answers, regions in rows.iterator(chunk_size=2000):
        answer = answer_of(target, answers, regions) if task_id in inside else None
        if answer is not None:
            given[task_id].append(answer)
    return [
        Row(task_id, plain_answer(answer), 1.0 / len(answers), is_test=False)
        for task_id, answers in given.items()
        for answer in answers
    ]
