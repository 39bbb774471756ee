"""What the learning floor writes down about tasks: predictions, priorities, the hold-out.

Each call is one short transaction over at most `CHUNK` rows, so that people who annotate meanwhile
never wait for a ranking.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from labeling.models import Prediction, Project, TaskState

CHUNK = 500
LEARNED_PRIORITIES = (0.0, 1.0)
"""A priority outside was set by a person, and no ranking touches it."""


@dataclass(frozen=True, slots=True)
class LearnedPrediction:
    """A model version's answer to one task."""

    task_id: int
    score: float
    uncertainty: float
    is_ambiguous: bool
    probabilities: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    regions: Sequence[Mapping[str, Any]] = ()
    answers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LearnedPriority:
    """Where a task stands in the queue, in [0, 1], and why it was picked (None: it was not)."""

    task_id: int
    priority: float
    why: Mapping[str, Any] | None = None


@transaction.atomic
def write_predictions(
    *,
    project: Project,
    model_version: str,
    predictions: Sequence[LearnedPrediction],
    is_shown: bool,
) -> None:
    """Store a version's answers; with `is_shown`, also as the tasks' own score and guess."""
    _refuse_long(predictions)
    Prediction.objects.bulk_create(
        [_row(model_version, item) for item in predictions],
        update_conflicts=True,
        unique_fields=["task", "model_version"],
        update_fields=[
            *("score", "uncertainty", "is_ambiguous", "probabilities", "regions", "answers"),
        ],
    )
    _count_predictions([item.task_id for item in predictions])
    if is_shown:
        _execute_many(
            "UPDATE labeling_task SET score = %s, uncertainty = %s, predicted = %s "
            "WHERE id = %s AND project_id = %s",
            [
                (p.score, p.uncertainty, _json(p.answers or None), p.task_id, project.pk)
                for p in predictions
            ],
        )


@transaction.atomic
def write_priorities(*, project: Project, priorities: Sequence[LearnedPriority]) -> None:
    """Order the queue; priorities that people set stay as they are."""
    _refuse_long(priorities)
    low, high = LEARNED_PRIORITIES
    _execute_many(
        "UPDATE labeling_task SET priority = %s, why = %s "
        "WHERE id = %s AND project_id = %s AND priority BETWEEN %s AND %s",
        [
            (min(max(p.priority, low), high), _json(p.why), p.task_id, project.pk, low, high)
            for p in priorities
        ],
    )


def clear_picks(*, project: Project, above: float) -> None:
    """Take the last query's tasks that nobody has answered from the top of the queue."""
    high = LEARNED_PRIORITIES[1]
    # Every state is named because the index of priorities lies behind the state.
    picked = project.tasks.filter(
        state__in=TaskState.values, priority__gt=above, priority__lte=high, why__isnull=False
    )
    picked.update(priority=0.0, why=None)


@transaction.atomic
def mark_holdout(*, project: Project, task_ids: Sequence[int]) -> None:
    """Keep tasks out of training for good, so that accuracy can be measured on them."""
    _refuse_long(task_ids)
    project.tasks.filter(pk__in=task_ids).update(is_holdout=True)


def show_version(*, project: Project, model_version: str) -> None:
    """Show another version's predictions; the tasks' own facts were written with them."""
    Project.objects.filter(pk=project.pk).update(model_version=model_version)
    project.model_version = model_version


def drop_predictions(*, project: Project, model_version: str) -> int:
    """Delete up to `CHUNK` answers of a version that is shown no more; return how many."""
    with transaction.atomic():
        rows = Prediction.objects.filter(model_version=model_version, task__project=project)
        found = list(rows.order_by("pk").values_list("pk", "task_id")[:CHUNK])
        Prediction.objects.filter(pk__in=[pk for pk, _ in found]).delete()
        _count_predictions([task_id for _, task_id in found])
    return len(found)


def _row(model_version: str, item: LearnedPrediction) -> Prediction:
    return Prediction(
        task_id=item.task_id,
        model_version=model_version,
        score=item.score,
        uncertainty=item.uncertainty,
        is_ambiguous=item.is_ambiguous,
        probabilities=dict(item.probabilities),
        regions=list(item.regions),
        answers=dict(item.answers),
    )


def _count_predictions(task_ids: Sequence[int]) -> None:
    _execute_many(
        "UPDATE labeling_task SET prediction_count = "
        "(SELECT COUNT(*) FROM labeling_prediction WHERE task_id = %s) WHERE id = %s",
        [(task_id, task_id) for task_id in task_ids],
    )


def _execute_many(statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Run one prepared statement a row: far quicker than CASE expressions over hundreds."""
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)


def _json(value: Mapping[str, Any] | None) -> str | None:
    return None if value is None else json.dumps(value)


def _refuse_long(rows: Sequence[Any]) -> None:
    if len(rows) > CHUNK:
        raise ValueError(f"{len(rows)} rows in one transaction; write at most {CHUNK}")
