"""What the learning floor writes down about tasks: predictions, priorities, the hold-out.

Each call is one short transaction over at most `CHUNK` rows, so that people who annotate meanwhile
never wait for a ranking.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import Max, Min

from labeling.models import Prediction, Project, TaskState

CHUNK = 500
LEARNED_PRIORITIES = (0.0, 1.0)
"""A priority outside was set by a person, and no ranking touches it."""


@dataclass(frozen=True, slots=True)
class LearnedPriority:
    """Where a task stands in the queue, in [0, 1], and why it was picked (None: it was not)."""

    task_id: int
    priority: float
    why: Mapping[str, Any] | None = None


@transaction.atomic
def write_priorities(*, project: Project, priorities: Sequence[LearnedPriority]) -> None:
    """Order the queue; priorities that people set stay as they are."""
    refuse_long(priorities)
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
    refuse_long(task_ids)
    project.tasks.filter(pk__in=task_ids).update(is_holdout=True)


def show_version(*, project: Project, model_version: str) -> None:
    """Show another version's predictions; the tasks' own facts were written with them."""
    Project.objects.filter(pk=project.pk).update(model_version=model_version)
    project.model_version = model_version


def drop_predictions(*, project: Project, model_version: str, after: int = 0) -> int | None:
    """Delete up to `CHUNK` answers of a version that is shown no more, behind task `after`.

    Return the last task looked at, from which the next call goes on; None when nothing is left.
    """
    bounds = project.tasks.aggregate(first=Min("pk"), last=Max("pk"))
    if bounds["last"] is None:
        return None
    # Version names are shared by projects; the range keeps this to the project's own.
    rows = Prediction.objects.filter(
        model_version=model_version,
        task_id__gt=max(after, bounds["first"] - 1),
        task_id__lte=bounds["last"],
        task__project=project,
    )
    with transaction.atomic():
        found = list(rows.order_by("task_id").values_list("pk", "task_id")[:CHUNK])
        Prediction.objects.filter(pk__in=[pk for pk, _ in found]).delete()
        _count_predictions([task_id for _, task_id in found])
    return found[-1][1] if found else None


@transaction.atomic
def remove_predictions(*, project: Project, model_version: str, task_ids: Sequence[int]) -> None:
    """Delete a version's answers to some tasks, of which it has nothing to say any more."""
    refuse_long(task_ids)
    own = project.tasks.filter(pk__in=task_ids)
    Prediction.objects.filter(model_version=model_version, task__in=own).delete()


@transaction.atomic
def note_predictions(*, project: Project, task_ids: Sequence[int]) -> None:
    """Count the predictions of some tasks anew."""
    refuse_long(task_ids)
    _count_predictions(list(project.tasks.filter(pk__in=task_ids).values_list("pk", flat=True)))


def refuse_long(rows: Sequence[Any]) -> None:
    """Keep transactions short; a longer one is a programming error."""
    if len(rows) > CHUNK:
        raise ValueError(f"{len(rows)} rows in one transaction; write at most {CHUNK}")


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
