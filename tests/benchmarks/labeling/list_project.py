"""A large project as people leave it behind: what was annotated is what changed last.

The columns hang together as in real projects (certain predictions have high scores, only answered
tasks have labels and agreement), because independent columns would flatter every list.
"""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Field, Max, Model

from labeling.models import (
    Annotation,
    Draft,
    Membership,
    Prediction,
    Project,
    Review,
    Skip,
    Task,
    TaskLabel,
    User,
)
from labeling.services.projects import create_project

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "mood",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": "pos"}, {"id": "neg"}, {"id": "rare"}],
        }
    ],
}
MADE = 40_000
"""So many are made one by one, which takes a minute; the database copies them in seconds."""
CHUNK = 10_000
RARE = 0.0005
STATES = (("open", 0.69), ("in_progress", 0.01), ("done", 0.26), ("accepted", 0.03))
"""The rest is rejected."""
WORDS = (
    *("parcel", "late", "refund", "broken", "friendly", "quick", "lamp", "invoice", "twice"),
    *("colour", "never", "again"),
)
START = datetime(2026, 1, 1, tzinfo=UTC)


class People(NamedTuple):
    """Who works in the project; `few` has annotated little."""

    owner: User
    many: User
    few: User


def fill_project(tasks: int) -> Project:
    """Make a project of so many tasks in an empty database: some, and copies of them."""
    people = People(*(User.objects.create(username=name) for name in ("owner", "many", "few")))
    project = create_project(owner=people.owner, name=f"{tasks:,} tasks", ontology=ONTOLOGY)
    for person in people[1:]:
        Membership.objects.create(project=project, user=person, role="annotator")
    rng = random.Random(tasks)
    copies = max(1, tasks // MADE)
    for start in range(0, tasks // copies, CHUNK):
        numbers = range(start, min(start + CHUNK, tasks // copies))
        stored = Task.objects.bulk_create([_task(project, n, rng) for n in numbers], 2000)
        _date(stored, rng)
        _answer(project, [task for task in stored if task.state != "open"], people, rng)
        _look_at(project, stored, people, rng)
    _copy(copies)
    if connection.vendor == "postgresql":  # as its own housekeeping does; SQLite has none
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    return project


def _task(project: Project, number: int, rng: random.Random) -> Task:
    certain = rng.random()
    state = _state(rng)
    is_answered = state not in {"open", "rejected"}
    words = " ".join(rng.choices(WORDS, k=9))
    text = f"row {number} {words}" + (" zanzibar" if rng.random() < RARE / 10 else "")
    return Task(
        project=project,
        data={"text": text, "price": number % 977},
        external_id=f"x{number}",
        open_places=0 if is_answered else 1,
        state=state,
        annotation_count=int(is_answered),
        skip_count=int(rng.random() < 0.004),
        priority=(1 - certain) / 2 if state == "open" else 0.0,
        uncertainty=1 - certain,
        score=min(1.0, max(0.0, certain + rng.gauss(0, 0.02))),
        agreement=rng.random() if is_answered and rng.random() < 0.3 else None,
        prediction_count=1,
        predicted={"mood": "rare" if rng.random() < RARE else rng.choice(["pos", "neg"])},
    )


def _state(rng: random.Random) -> str:
    at = rng.random()
    for state, share in STATES:
        if (at := at - share) < 0:
            return state
    return "rejected"


def _date(tasks: list[Task], rng: random.Random) -> None:
    """Imported one after the other; answered long after the last import."""
    for task in tasks:
        task.created_at = START + timedelta(milliseconds=task.pk)
        worked = timedelta(days=30, seconds=rng.random() * 10**6)
        task.updated_at = START + worked if task.state != "open" else task.created_at
    table = Task._meta.db_table
    rows = [(task.created_at, task.updated_at, task.pk) for task in tasks]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET created_at = %s, updated_at = %s WHERE id = %s", rows
        )


def _answer(project: Project, tasks: list[Task], people: People, rng: random.Random) -> None:
    answers = Annotation.objects.bulk_create(
        [
            Annotation(
                project=project,
                task=task,
                annotator=people.few if rng.random() < RARE else people.many,
                ontology_number=1,
                answers={"mood": "rare" if rng.random() < RARE else rng.choice(["pos", "neg"])},
                state={"done": "submitted", "in_progress": "submitted"}.get(task.state, task.state),
            )
            for task in tasks
        ],
        2000,
    )
    TaskLabel.objects.bulk_create(
        [
            TaskLabel(project=project, task_id=row.task_id, label="mood", value=row.answers["mood"])
            for row in answers
        ],
        2000,
    )
    Review.objects.bulk_create(
        Review(
            annotation=row,
            reviewer=people.owner,
            verdict="reject" if row.state == "rejected" else "accept",
            comment="look again" if rng.random() < 0.02 else "",
        )
        for row in answers
        if row.state in {"accepted", "rejected"}
    )


def _look_at(project: Project, tasks: list[Task], people: People, rng: random.Random) -> None:
    Prediction.objects.bulk_create(
        [
            Prediction(
                task=task,
                model_version="v3" if rng.random() > RARE else "v2",
                score=task.score,
                answers=task.predicted or {},
            )
            for task in tasks
        ],
        2000,
    )
    Skip.objects.bulk_create(
        Skip(project=project, task=task, user=people.many) for task in tasks if task.skip_count
    )
    Draft.objects.bulk_create(Draft(task=task, user=people.owner) for task in _some(tasks, rng))


def _some(tasks: list[Task], rng: random.Random) -> Iterator[Task]:
    return (task for task in tasks if rng.random() < 0.0001)


def _copy(copies: int) -> None:
    """Repeat every row with ids of its own."""
    models = (Task, Annotation, TaskLabel, Review, Prediction, Skip, Draft)
    last = {
        model: model._default_manager.aggregate(last=Max("pk"))["last"] or 0 for model in models
    }
    with connection.cursor() as cursor:
        for number in range(1, copies):
            for model in models:
                fields = [f for f in model._meta.concrete_fields if not f.generated]
                copied = ", ".join(_copied(model, field, number, last) for field in fields)
                columns = ", ".join(field.column for field in fields)
                table = model._meta.db_table
                cursor.execute(
                    f"INSERT INTO {table} ({columns}) SELECT {copied} FROM {table} WHERE id <= %s",
                    [last[model]],
                )
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)


def _copied(model: type[Model], field: Field, number: int, last: dict[type[Model], int]) -> str:
    """Return a column's value in a copy: moved where it is an id of what is copied too."""
    owner = model if field.primary_key else field.related_model
    if owner in last:
        return f"{field.column} + {number * last[owner]}"
    return f"external_id || '-{number}'" if field.column == "external_id" else field.column
