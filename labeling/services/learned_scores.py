"""What a model version says of a whole pool, written in bulk: its answers, then the queue.

Each call is one short transaction. Rows go to the database as one JSON array a statement: both
databases unfold it themselves, which costs a fraction of an ORM row or a statement a task. What
nobody could tell from what is there is not written again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from labeling.models import Prediction, Project
from labeling.services.learned_facts import LEARNED_PRIORITIES, refuse_long
from labeling.services.statements import adapted

__all__ = ["LearnedAnswer", "LearnedPlaces", "write_answers", "write_places"]

SAME = 0.002
"""Scores and places that differ by less look the same to everybody, and stay as they are."""


_STORE_ANSWERS = """
INSERT INTO labeling_prediction (task_id, model_version, score, uncertainty, is_ambiguous,
    probabilities, regions, relations, answers, created_at)
SELECT task.id, %(version)s, CAST(each.value->>1 AS double precision),
    CAST(each.value->>2 AS double precision), CAST(each.value->>3 AS boolean),
    each.value->4, each.value->5, '[]', each.value->6, %(now)s
FROM {each} JOIN labeling_task task ON task.id = CAST(each.value->>0 AS bigint)
WHERE +task.project_id = %(project)s
ON CONFLICT (task_id, model_version) DO UPDATE SET score = excluded.score,
    uncertainty = excluded.uncertainty, is_ambiguous = excluded.is_ambiguous,
    probabilities = excluded.probabilities, regions = excluded.regions, answers = excluded.answers
"""
# The plus keeps SQLite from walking the project instead of the few tasks that are named.
_PLACES = """
UPDATE labeling_task SET {shown}
    priority = CASE WHEN labeling_task.priority BETWEEN %(low)s AND %(high)s
        THEN given.priority ELSE labeling_task.priority END,
    why = CASE WHEN labeling_task.priority BETWEEN %(low)s AND %(high)s
        THEN NULL ELSE labeling_task.why END,
    prediction_count = {count}
FROM (
    SELECT CAST(each.value->>0 AS bigint) AS id,
        CAST(each.value->>1 AS double precision) AS priority,
        CAST(each.value->>2 AS double precision) AS score,
        CAST(each.value->>3 AS double precision) AS uncertainty,
        NULLIF(each.value->4, 'null') AS predicted
    FROM {each}
) AS given
WHERE labeling_task.id = given.id AND +labeling_task.project_id = %(project)s AND (
    (labeling_task.priority BETWEEN %(low)s AND %(high)s
        AND (labeling_task.why IS NOT NULL
            OR ABS(labeling_task.priority - given.priority) > %(same)s))
    OR labeling_task.prediction_count <> {count} {differs}
)
"""
_COUNT = "(SELECT COUNT(*) FROM labeling_prediction WHERE task_id = given.id)"
_SHOWN = "score = given.score, uncertainty = given.uncertainty, predicted = given.predicted,"
_DIFFERS = """
    OR labeling_task.score IS NULL OR labeling_task.uncertainty IS NULL
    OR ABS(labeling_task.score - given.score) > %(same)s
    OR ABS(labeling_task.uncertainty - given.uncertainty) > %(same)s
    OR labeling_task.predicted IS DISTINCT FROM given.predicted
"""


@dataclass(frozen=True, slots=True)
class LearnedAnswer:
    """A model version's answer to one task."""

    task_id: int
    score: float
    uncertainty: float
    is_ambiguous: bool
    probabilities: Mapping[str, Mapping[str, float]]
    regions: Sequence[Mapping[str, Any]]
    answers: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LearnedPlaces:
    """Where tasks stand in the queue, in [0, 1], and what lists show of them, column by column.

    `guesses` are answers to show, by label, or None.
    """

    task_ids: Sequence[int]
    priorities: Sequence[float]
    scores: Sequence[float]
    uncertainties: Sequence[float]
    guesses: Sequence[Mapping[str, Any] | None]


@transaction.atomic
def write_answers(
    *,
    project: Project,
    model_version: str,
    answers: Sequence[LearnedAnswer],
    now: datetime,
    instead_of: Sequence[str] = (),
) -> None:
    """Store a version's answers, in place of those of versions that are kept no longer.

    Tasks that were deleted meanwhile are passed over.
    """
    if not answers:
        return
    refuse_long(answers)
    if instead_of:
        ids = [item.task_id for item in answers]
        Prediction.objects.filter(task__in=ids, model_version__in=instead_of).delete()
    rows = _json([
        (a.task_id, a.score, a.uncertainty, a.is_ambiguous, a.probabilities, a.regions, a.answers)
        for a in answers
    ])  # fmt: skip
    _execute(
        _STORE_ANSWERS.format(each=_each()),
        {"version": model_version, "now": adapted(now), "rows": rows, "project": project.pk},
    )


@transaction.atomic
def write_places(*, project: Project, places: LearnedPlaces, is_shown: bool) -> int:
    """Order the queue and, with `is_shown`, show the guesses; return how many tasks changed.

    Priorities that people set stay as they are.
    """
    refuse_long(places.task_ids)
    columns = (places.priorities, places.scores, places.uncertainties, places.guesses)
    low, high = LEARNED_PRIORITIES
    sql = _PLACES.format(
        each=_each(),
        count=_COUNT,
        shown=_SHOWN if is_shown else "",
        differs=_DIFFERS if is_shown else "",
    )
    rows = _json(list(zip(places.task_ids, *columns, strict=True)))
    given = {"rows": rows, "project": project.pk, "low": low, "high": high, "same": SAME}
    return _execute(sql, given)


def _each() -> str:
    """Return the rows of a JSON array as a table `each` with a column `value`."""
    if connection.vendor == "postgresql":
        return "jsonb_array_elements(CAST(%(rows)s AS jsonb)) AS each(value)"
    return "json_each(%(rows)s) AS each"


def _execute(sql: str, parameters: Mapping[str, Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return int(cursor.rowcount)


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
