"""A project for measuring rounds: real questions and their vectors, repeated to any size.

The product's encoder has read 5,000 questions of TREC-6 (cached between runs); every task carries
one of their vectors, shaken a little: a million texts take hours to read, and a round does not look
at how its vectors came about.
"""

import csv
import json
from collections.abc import Iterator

import numpy as np
from django.db import connection, transaction
from django.utils import timezone

from active_learning.models import Embedding
from active_learning.selectors.target import learning_target
from active_learning.services.embed_tasks import draw_holdout
from active_learning.services.encoders import layout_of
from labeling.models import Project, Task
from labeling.services.bulk_rows import insert_rows
from tests.benchmarks.learning.sets import trec6
from tests.factories.facts import make_access, make_annotation, make_project, make_user
from tests.shared_data import shared

STEP = 5_000
SHAKEN = 0.02


def fill_project(tasks: int, labels: int) -> Project:
    """Make tasks with vectors, a hold-out, and some answers."""
    path = shared("data/text_trec6") / "train.csv"
    rows = list(csv.DictReader(path.open(encoding="utf-8")))[: min(STEP, tasks)]
    classes = sorted({row["coarse"] for row in rows})
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "kind", "on": "text", "kind": "choice",
                    "classes": [{"id": name} for name in classes]}],
    }  # fmt: skip
    owner = make_user(f"owner of {tasks}")
    project = make_project(owner, name=f"rounds {tasks}", ontology=ontology)
    target = learning_target(project)
    assert target is not None
    layout = layout_of(target)
    vectors = trec6().pool[: len(rows)]
    rng = np.random.default_rng(1)
    for start in range(0, tasks, STEP):
        count = min(STEP, tasks - start)
        with transaction.atomic():
            _insert_tasks(project, rows[:count], start)
            new = project.tasks.order_by("-pk").values_list("pk", flat=True)[:count]
            ids = sorted(new)
            shaken = vectors[:count] + SHAKEN * rng.standard_normal((count, vectors.shape[1]))
            insert_rows(
                Embedding,
                ("project_id", "task_id", "layout", "vector"),
                _vector_rows(project, layout.id, ids, shaken.astype(np.float16)),
            )
    _hold_out(project)
    _answer(project, labels)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    return project


def _insert_tasks(project: Project, rows: list[dict[str, str]], start: int) -> None:
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    insert_rows(
        Task,
        ("project_id", "data", "meta", "created_at", "updated_at"),
        (
            (project.pk, json.dumps({"text": f"{row['text']} ({start + n})"}),
             json.dumps({"k": row["coarse"]}), now, now)
            for n, row in enumerate(rows)
        ),
    )  # fmt: skip


def _vector_rows(
    project: Project, layout: str, ids: list[int], vectors: np.ndarray
) -> Iterator[tuple[int, int, str, bytes]]:
    for task_id, vector in zip(ids, vectors, strict=True):
        yield project.pk, task_id, layout, vector.tobytes()


def _hold_out(project: Project) -> None:
    ids = project.tasks.order_by("pk").values_list("pk", flat=True)
    after = 0
    while found := list(project.tasks.filter(pk__gt=after).order_by("pk").only("pk")[:500]):
        after = found[-1].pk
        draw_holdout(project=project, tasks=found)
    assert ids.filter(is_holdout=True).exists()


def _answer(project: Project, labels: int) -> None:
    access = make_access(project, user=make_user(f"first of {project.name}"))
    for task in project.tasks.order_by("pk")[:labels]:
        task.project = project
        make_annotation(task, access.user, answers={"kind": task.meta["k"]})
