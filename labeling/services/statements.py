"""The statements of the annotating loop, written out for both databases.

Handing out and storing an answer are the calls that every annotator waits for. Built by the ORM,
each statement cost several times its running (measured: `docs/benchmarks/labeling.md`), so these
few are kept as text. They say nothing the models do not say; constraints hold as everywhere.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import connection

from labeling.kernel.rows import Row, Rows, fetch_one
from labeling.models import Task

_TASKS = Rows(Task, "labeling_task")
_TAKE_PLACE = (
    "UPDATE labeling_task SET open_places = open_places - 1 WHERE id = %s AND open_places > 0"
)


def take_place(task_id: int) -> bool:
    """Take one of the task's open places; the database refuses what is not there."""
    return _changed(_TAKE_PLACE, task_id)


def take_task(task_id: int) -> Task | None:
    """Take one of the task's open places and return the task, or None where there is no place."""
    row = _row(f"{_TAKE_PLACE} RETURNING {_TASKS.columns}", task_id)
    return None if row is None else _TASKS.made(row)


def add_place(task_id: int) -> None:
    """Let the task have one answer more than it wanted, which is there already."""
    _changed("UPDATE labeling_task SET overlap = overlap + 1 WHERE id = %s", task_id)


def ask_one_more(*, task_id: int, answers: int, priority: float, now: datetime) -> bool:
    """Want one more answer of a task that has `answers` and asks for none; say whether it does now.

    Of two who decide so at once, only the first changes anything. A task that the learner ranked
    takes the place in the queue that its doubt gives it; one that a person placed stays there.
    """
    return _changed(
        "UPDATE labeling_task SET overlap = overlap + 1, open_places = open_places + 1, "
        "state = 'in_progress', updated_at = %s, "
        "priority = CASE WHEN priority > 0 AND priority <= 1 THEN %s ELSE priority END "
        "WHERE id = %s AND overlap = %s AND annotation_count = %s AND open_places = 0",
        adapted(now),
        priority,
        task_id,
        answers,
        answers,
    )


def stop_asking(*, task_id: int, now: datetime) -> bool:
    """Want no further answers of a task that nobody holds; say whether it wanted some."""
    return _changed(
        "UPDATE labeling_task SET overlap = annotation_count, open_places = 0, "
        "state = 'done', updated_at = %s "
        "WHERE id = %s AND annotation_count > 0 AND open_places = overlap - annotation_count "
        "AND open_places > 0",
        adapted(now),
        task_id,
    )


def insert_lease(
    *,
    project_id: int,
    task_id: int,
    user_id: int,
    aside: str,
    expires_at: datetime,
    now: datetime,
) -> int:
    """Note a reservation and return its id."""
    row = _row(
        "INSERT INTO labeling_lease (project_id, task_id, user_id, aside, expires_at, created_at) "
        "VALUES (%s, %s, %s, %s, %s, %s) RETURNING id",
        project_id,
        task_id,
        user_id,
        aside,
        adapted(expires_at),
        adapted(now),
    )
    assert row is not None
    return int(row[0])


def delete_lease(*, task_id: int, user_id: int) -> str | None:
    """Delete a person's reservation of a task, and say what it was for; None: there was none."""
    row = _row(
        "DELETE FROM labeling_lease WHERE task_id = %s AND user_id = %s RETURNING aside",
        task_id,
        user_id,
    )
    return None if row is None else str(row[0])


def delete_draft(*, task_id: int, user_id: int, revision: int | None = None) -> bool:
    """Delete a draft (with `revision`, only up to it), and say whether there was one."""
    sql = "DELETE FROM labeling_draft WHERE task_id = %s AND user_id = %s"
    if revision is None:
        return _changed(sql, task_id, user_id)
    return _changed(f"{sql} AND revision <= %s", task_id, user_id, revision)


def insert_annotation(
    *,
    project_id: int,
    task_id: int,
    annotator_id: int,
    ontology_number: int,
    content: Mapping[str, Any],
    lead_time: float,
    now: datetime,
) -> int | None:
    """Store an answer with its first revision; None where the person has one already."""
    at = adapted(now)
    row = _row(
        "INSERT INTO labeling_annotation (project_id, task_id, annotator_id, slot, "
        "ontology_number, regions, relations, answers, lead_time, state, revision, origin, "
        "created_at, updated_at) "
        "VALUES (%s, %s, %s, 0, %s, %s, %s, %s, %s, 'submitted', 1, 'human', %s, %s) "
        "ON CONFLICT DO NOTHING RETURNING id",
        project_id,
        task_id,
        annotator_id,
        ontology_number,
        *(json.dumps(content[key]) for key in ("regions", "relations", "answers")),
        lead_time,
        at,
        at,
    )
    if row is None:
        return None
    _changed(
        "INSERT INTO labeling_annotationrevision "
        "(annotation_id, revision, actor_id, before, after, created_at) "
        "VALUES (%s, 1, %s, NULL, %s, %s)",
        row[0],
        annotator_id,
        json.dumps(content),
        at,
    )
    return int(row[0])


def count_annotation(*, task_id: int, now: datetime) -> int:
    """Count one more answer, set the task's state, and return how many there are now."""
    row = _row(
        "UPDATE labeling_task SET annotation_count = annotation_count + 1, updated_at = %s, "
        "state = CASE WHEN annotation_count + 1 >= overlap THEN 'done' ELSE 'in_progress' END "
        "WHERE id = %s RETURNING annotation_count",
        adapted(now),
        task_id,
    )
    assert row is not None
    return int(row[0])


def insert_label_facts(*, project_id: int, task_id: int, pairs: Iterable[tuple[str, str]]) -> None:
    """Note the label values an answer uses, each once a task."""
    rows = [(project_id, task_id, label, value) for label, value in sorted(pairs)]
    if rows:
        start = "INSERT INTO labeling_tasklabel (project_id, task_id, label, value) VALUES "
        places = ", ".join(["(%s, %s, %s, %s)"] * len(rows))
        _changed(f"{start}{places} ON CONFLICT DO NOTHING", *(item for row in rows for item in row))


def insert_event(
    *, project_id: int, type: str, actor_id: int | None, data: Mapping[str, Any], now: datetime
) -> None:
    """Append to the project's event log."""
    _changed(
        "INSERT INTO labeling_event (project_id, type, actor_id, data, at) "
        "VALUES (%s, %s, %s, %s, %s)",
        project_id,
        type,
        actor_id,
        json.dumps(data),
        adapted(now),
    )


def idempotent_answer(*, user_id: int, key: str) -> tuple[str, str, int, Any] | None:
    """Return path, body digest, status and answer that were stored under a key."""
    row = _row(
        "SELECT path, body_digest, status, answer FROM labeling_idempotencykey "
        "WHERE user_id = %s AND key = %s",
        user_id,
        key,
    )
    return None if row is None else (row[0], row[1], row[2], _document(row[3]))


def insert_idempotent_answer(
    *, user_id: int, key: str, path: str, digest: str, status: int, answer: Any, now: datetime
) -> None:
    """Keep the answer to a write; a second one under the key breaks a constraint."""
    _changed(
        "INSERT INTO labeling_idempotencykey "
        "(user_id, key, path, body_digest, status, answer, created_at) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s)",
        user_id,
        key,
        path,
        digest,
        status,
        json.dumps(answer),
        adapted(now),
    )


def _row(sql: str, *parameters: Any) -> Row | None:
    return fetch_one(sql, parameters)


def _changed(sql: str, *parameters: Any) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return bool(cursor.rowcount > 0)


@lru_cache(maxsize=64)
def adapted(value: datetime) -> Any:
    """Return a time as this database stores it; one call writes the same moment many times."""
    return connection.ops.adapt_datetimefield_value(value)


def _document(stored: Any) -> Any:
    """JSON comes as text from SQLite, and from PostgreSQL as Django sets its cursor up."""
    return json.loads(stored) if isinstance(stored, str) else stored
