"""Tasks with their answers as exporters take them: read in chunks by key, never all at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from labeling.formats.base import (
    Content,
    ExportAnnotation,
    ExportMedia,
    ExportTask,
    ImportedPrediction,
)
from labeling.formats.exact_json import decode
from labeling.kernel.registry import Registry
from labeling.models import Annotation, Gold, Prediction, Project, Task, User
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.selectors.media import asset_reference
from labeling.selectors.ontologies import media_fields, ontology_of

CHUNK = 500
"""Small enough for an IN list on any database."""

MODEL = "model"
"""How exports name the origin of what the learner set by itself."""

Answers = Mapping[int, Sequence[ExportAnnotation]]
AnswerSource = Callable[[Project, Sequence[int]], Answers]
ANSWER_SOURCES: Registry[AnswerSource] = Registry("export source")
"""Whose answers are exported; upper floors add theirs (consensus)."""


def as_text(column: str) -> Cast:
    """Return a JSON or time column as the text the database keeps.

    Django's own converters take three quarters of the time of an export.
    """
    return Cast(column, TextField())


TASK_COLUMNS = (
    "id",
    "external_id",
    as_text("data"),
    as_text("meta"),
    "priority",
    "overlap",
    "state",
)
CONTENT = (as_text("regions"), as_text("relations"), as_text("answers"))
TIMES = (as_text("created_at"), as_text("updated_at"))


def export_tasks(
    project: Project, tasks: QuerySet[Task], source: str, *, with_gold: bool = True
) -> Iterator[list[ExportTask]]:
    """Yield chunks of tasks by id; known answers only to who may know them."""
    reader = _Reader(project, source, with_gold=with_gold)
    rows = tasks.order_by("pk").values_list(*TASK_COLUMNS)
    after = 0
    while chunk := list(rows.filter(pk__gt=after)[:CHUNK]):
        after = chunk[-1][0]
        yield reader.tasks(chunk)


class _Reader:
    """Reads what belongs to a chunk with one query each."""

    def __init__(self, project: Project, source: str, *, with_gold: bool) -> None:
        self._project = project
        self._answers = ANSWER_SOURCES.get(source)
        with_all = source == "annotations"
        self._has_predictions = with_all and project.tasks.filter(prediction_count__gt=0).exists()
        known = with_all and with_gold
        self._has_golds = known and Gold.objects.filter(task__project=project).exists()
        self._media = media_fields(ontology_of(project))

    def tasks(self, rows: Sequence[tuple[Any, ...]]) -> list[ExportTask]:
        """Return the tasks of one chunk."""
        ids = [row[0] for row in rows]
        answers = self._answers(self._project, ids)
        predictions = _predictions(ids) if self._has_predictions else {}
        golds = _golds(ids) if self._has_golds else {}
        datas = [decode(row[2]) for row in rows]
        media = self._media_of(datas)
        return [
            ExportTask(
                id=str(task_id),
                data=self._shown(data, media) if media else data,
                external_id=external_id,
                meta={} if meta == "{}" else decode(meta),
                priority=priority,
                overlap=overlap,
                state=state,
                annotations=list(answers.get(task_id, ())),
                predictions=predictions.get(task_id, []),
                gold=golds.get(task_id),
            )
            for data, (task_id, external_id, _, meta, priority, overlap, state) in zip(
                datas, rows, strict=True
            )
        ]

    def _media_of(self, datas: Sequence[dict[str, Any]]) -> dict[int, tuple[Any, ...]]:
        wanted = {
            reference
            for data in datas
            for field in self._media
            if (reference := asset_reference(data.get(field))) is not None
        }
        if not wanted:
            return {}
        columns = ("pk", "sha256", "mime", "width", "height", "facts", "name")
        found = self._project.assets.filter(pk__in=wanted).values_list(*columns)
        return {row[0]: row for row in found}

    def _shown(self, data: dict[str, Any], media: Mapping[int, tuple[Any, ...]]) -> dict[str, Any]:
        for field in self._media:
            reference = asset_reference(data.get(field))
            if reference is not None and reference in media:
                pk, *known, name = media[reference]
                name = str(data[field].get("name") or name)
                data[field] = ExportMedia(name, str(pk), *known)
        return data


def annotations_of(_project: Project, ids: Sequence[int]) -> Answers:
    """Return what people answered, each annotation by itself."""
    columns = ("task_id", "id", "annotator_id", "lead_time", "state", "origin", *CONTENT, *TIMES)
    rows = list(Annotation.objects.filter(task__in=ids).order_by("pk").values_list(*columns))
    people = User.objects.filter(pk__in={row[2] for row in rows})
    names = dict(people.values_list("pk", "username"))
    found: dict[int, list[ExportAnnotation]] = {}
    for task_id, pk, annotator, lead_time, state, origin, *content, created, updated in rows:
        found.setdefault(task_id, []).append(
            ExportAnnotation(
                id=str(pk),
                content=_content(*content),
                annotator=names[annotator],
                lead_time=lead_time,
                state=state,
                created_at=_time(created),
                updated_at=_time(updated),
                origin=MODEL if origin == ACCEPTED_ORIGIN else "",
            )
        )
    return found


def shown_predictions_of(project: Project, ids: Sequence[int]) -> Answers:
    """Return what the selected model version answered, as annotations of that version."""
    found: dict[int, list[ExportAnnotation]] = {}
    rows = Prediction.objects.filter(task__in=ids, model_version=project.model_version)
    columns = ("task_id", "id", *CONTENT, as_text("created_at"))
    for task_id, pk, regions, relations, answers, created_at in rows.values_list(*columns):
        time = _time(created_at)
        found[task_id] = [
            ExportAnnotation(
                id=str(pk),
                content=_content(regions, relations, answers),
                annotator=project.model_version,
                created_at=time,
                updated_at=time,
            )
        ]
    return found


def _predictions(ids: Sequence[int]) -> dict[int, list[ImportedPrediction]]:
    found: dict[int, list[ImportedPrediction]] = {}
    rows = Prediction.objects.filter(task__in=ids).order_by("pk")
    for task_id, version, score, *content in rows.values_list(
        "task_id", "model_version", "score", *CONTENT
    ):
        found.setdefault(task_id, []).append(ImportedPrediction(_content(*content), version, score))
    return found


def _golds(ids: Sequence[int]) -> dict[int, Content]:
    rows = Gold.objects.filter(task__in=ids).values_list("task_id", *CONTENT)
    return {task_id: _content(*content) for task_id, *content in rows}


def _content(regions: str, relations: str, answers: str) -> Content:
    return Content(
        [] if regions == "[]" else decode(regions),
        [] if relations == "[]" else decode(relations),
        {} if answers == "{}" else decode(answers),
    )


def _time(text: str) -> str:
    """Return a stored time as RFC 3339 in UTC, with six digits or none after the second."""
    plain = text.replace(" ", "T").removesuffix("+00:00").removesuffix("+00")
    if len(plain) in {TO_SECOND, TO_MICROSECOND}:
        return f"{plain}Z"
    moment = datetime.fromisoformat(text)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


TO_SECOND, TO_MICROSECOND = 19, 26
ANSWER_SOURCES.add("annotations", annotations_of)
ANSWER_SOURCES.add("predictions", shown_predictions_of)
