"""Where an import keeps ready tasks until it is sure, and how it writes them then.

Nothing is written while the file is still being checked. Writing goes in short transactions, so
that others can label meanwhile (SQLite has one writer); rows carry the job's id, by which a failed
or killed import is taken back.
"""

import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from labeling.formats.exact_json import decode, encode
from labeling.models import (
    Annotation,
    Gold,
    Prediction,
    Project,
    Task,
    TaskAsset,
    TaskLabel,
)
from labeling.services.bulk_rows import allocate_ids, insert_rows
from labeling.services.import_tasks import ReadyTask

CHUNK = 1000
DELETED_AT_ONCE = 500


class Spool:
    """Ready tasks in a temporary file, and the external ids seen so far."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "tasks").open("w+b", buffering=1 << 18)
        self._seen = sqlite3.connect(folder / "seen")
        self._seen.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
            "CREATE TABLE seen (id TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID"
        )
        self.count = 0

    def line_of(self, external_id: str) -> int | None:
        """Return where an external id occurred before in this file; 0 if that is not known."""
        row = self._seen.execute("SELECT line FROM seen WHERE id = ?", (external_id,)).fetchone()
        return None if row is None else int(row[0])

    def add(self, task: ReadyTask) -> None:
        """Append a task."""
        if task.external_id:
            self._seen.execute("INSERT INTO seen VALUES (?, ?)", (task.external_id, task.line or 0))
        values = [getattr(task, name) for name in FIELDS]
        self._file.write(encode(values) + b"\n")
        self.count += 1

    def chunks(self) -> Iterator[list[ReadyTask]]:
        """Yield everything in chunks, in order."""
        self._file.seek(0)
        chunk: list[ReadyTask] = []
        for line in self._file:
            chunk.append(ReadyTask(*decode(line)))
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
        if chunk:
            yield chunk

    def close(self) -> None:
        """Close the files."""
        self._file.close()
        self._seen.close()


FIELDS = tuple(asdict(ReadyTask("", "", "", 0.0, 1)))


class TaskWriter:
    """Writes chunks of ready tasks with all that belongs to them."""

    def __init__(self, *, project: Project, job_id: int, annotators: dict[str, int]) -> None:
        self._project = project
        self._job_id = job_id
        self._annotators = annotators
        self._now = _stored_time(timezone.now().isoformat())

    @transaction.atomic
    def write(self, tasks: Sequence[ReadyTask]) -> None:
        """Write one chunk."""
        ids = list(allocate_ids(Task, len(tasks)))
        insert_rows(Task, TASK, [self._task(i, t) for i, t in zip(ids, tasks, strict=True)])
        pairs = list(zip(ids, tasks, strict=True))
        owner = self._project.pk
        self._insert(TaskAsset, ASSET, [(i, *row) for i, t in pairs for row in t.assets])
        self._insert(TaskLabel, LABEL, [(owner, i, *row) for i, t in pairs for row in t.labels])
        self._insert(Annotation, ANNOTATION, [row for i, t in pairs for row in self._answers(i, t)])
        self._insert(Prediction, PREDICTION, [row for i, t in pairs for row in self._models(i, t)])
        golds = [(i, self._now, *t.gold) for i, t in pairs if t.gold is not None]
        self._insert(Gold, GOLD, golds)

    def _insert(self, model: Any, columns: Sequence[str], rows: list[tuple[Any, ...]]) -> None:
        if rows:
            insert_rows(model, columns, rows)

    def _task(self, task_id: int, task: ReadyTask) -> tuple[Any, ...]:
        state, open_places, answers = task.counts()
        shown = self._shown_prediction(task)
        score = shown[1] if shown else None
        return (
            task_id,
            self._project.pk,
            task.external_id,
            task.data,
            task.meta,
            state,
            task.priority,
            task.overlap,
            open_places,
            answers,
            len(task.predictions),
            score,
            _uncertainty(score),
            shown[4] if shown and shown[4] != "{}" else None,
            self._job_id,
            self._now,
            self._now,
        )

    def _shown_prediction(self, task: ReadyTask) -> list[Any] | None:
        """Return the prediction of the project's selected version, for lists and sorting."""
        selected = self._project.model_version
        return next((row for row in task.predictions if row[0] == selected), None)

    def _answers(self, task_id: int, task: ReadyTask) -> Iterator[tuple[Any, ...]]:
        slots: Counter[int] = Counter()
        for name, state, lead_time, created, updated, *content in task.annotations:
            annotator = self._annotators[name]
            times = (_stored_time(created) or self._now, _stored_time(updated) or self._now)
            head = (self._project.pk, task_id, annotator, slots[annotator])
            slots[annotator] += 1
            number = self._project.ontology_number
            yield (*head, number, *content, lead_time, state, "import", *times)

    def _models(self, task_id: int, task: ReadyTask) -> Iterator[tuple[Any, ...]]:
        for version, score, *content in task.predictions:
            yield (task_id, version, score, _uncertainty(score), *content, self._now)


TASK = (
    *("id", "project_id", "external_id", "data", "meta", "state", "priority", "overlap"),
    *("open_places", "annotation_count", "prediction_count", "score", "uncertainty"),
    *("predicted", "import_job_id", "created_at", "updated_at"),
)
ASSET = ("task_id", "field", "asset_id", "name")
LABEL = ("project_id", "task_id", "label", "value")
ANNOTATION = (
    *("project_id", "task_id", "annotator_id", "slot", "ontology_number", "regions", "relations"),
    *("answers", "lead_time", "state", "origin", "created_at", "updated_at"),
)
PREDICTION = (
    *("task_id", "model_version", "score", "uncertainty", "regions", "relations", "answers"),
    "created_at",
)
GOLD = ("task_id", "created_at", "regions", "relations", "answers")


def take_back(*, project: Project, job_id: int) -> None:
    """Delete what an import wrote so far, in short transactions."""
    written = project.tasks.filter(import_job_id=job_id).values_list("pk", flat=True)
    while ids := list(written[:DELETED_AT_ONCE]):
        project.tasks.filter(pk__in=ids).delete()


def new_folder() -> "tempfile.TemporaryDirectory[str]":
    """Return a temporary folder for a spool."""
    return tempfile.TemporaryDirectory(prefix="penumbra-import-")


def _uncertainty(score: float | None) -> float | None:
    """Without probabilities, one minus the score is what is known."""
    return None if score is None else min(1.0, max(0.0, 1.0 - score))


def _stored_time(iso: str) -> str:
    """Return an ISO time in UTC as the database's column takes it."""
    if connection.vendor == "postgresql":
        return iso
    return iso.replace("T", " ").removesuffix("+00:00")
