"""Tasks with their answers as exporters take them: read in chunks by key, never all at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from labeling.formats.base import (
    Content,
    ExportAnnotation,
    ExportMedia,
    ExportTask,
    ImportedPrediction,
)
from labeling.kernel.registry import Registry
from labeling.models import Annotation, Gold, Prediction, Project, Task, User
from labeling.selectors.media import asset_reference
from labeling.selectors.ontologies import media_fields, ontology_of

CHUNK = 500
"""Small enough for an IN list on any database."""

Answers = Mapping[int, Sequence[ExportAnnotation]]
AnswerSource = Callable[[Project, Sequence[int]], Answers]
ANSWER_SOURCES: Registry[AnswerSource] = Registry("export source")
"""Whose answers are exported; upper floors add theirs (consensus)."""

TASK_COLUMNS = ("id", "external_id", "data", "meta", "priority", "overlap", "state")


def export_tasks(
    project: Project, tasks: QuerySet[Task], source: str
) -> Iterator[list[ExportTask]]:
    """Yield chunks of tasks by id."""
    reader = _Reader(project, source)
    rows = tasks.order_by("pk").values_list(*TASK_COLUMNS)
    after = 0
    while chunk := list(rows.filter(pk__gt=after)[:CHUNK]):
        after = chunk[-1][0]
        yield reader.tasks(chunk)


class _Reader:
    """Reads what belongs to a chunk with one query each."""

    def __init__(self, project: Project, source: str) -> None:
        self._project = project
        self._answers = ANSWER_SOURCES.get(source)
        self._with_predictions = source == "annotations"
        self._media = media_fields(ontology_of(project))

    def tasks(self, rows: Sequence[tuple[Any, ...]]) -> list[ExportTask]:
        """Return the tasks of one chunk."""
        ids = [row[0] for row in rows]
        answers = self._answers(self._project, ids)
        predictions = _predictions(ids) if self._with_predictions else {}
        golds = _golds(ids) if self._with_predictions else {}
        media = self._media_of(rows)
        return [
            ExportTask(
                id=str(task_id),
                data=self._shown(data, media),
                external_id=external_id,
                meta=meta,
                priority=priority,
                overlap=overlap,
                state=state,
                annotations=list(answers.get(task_id, ())),
                predictions=predictions.get(task_id, []),
                gold=golds.get(task_id),
            )
            for task_id, external_id, data, meta, priority, overlap, state in rows
        ]

    def _media_of(self, rows: Sequence[tuple[Any, ...]]) -> dict[int, tuple[Any, ...]]:
        wanted = {
            reference
            for row in rows
            for field in self._media
            if (reference := asset_reference(row[2].get(field))) is not None
        }
        if not wanted:
            return {}
        columns = ("pk", "sha256", "mime", "width", "height", "name")
        found = self._project.assets.filter(pk__in=wanted).values_list(*columns)
        return {row[0]: row for row in found}

    def _shown(self, data: dict[str, Any], media: Mapping[int, tuple[Any, ...]]) -> dict[str, Any]:
        for field in self._media:
            reference = asset_reference(data.get(field))
            if reference is not None and reference in media:
                pk, sha256, mime, width, height, name = media[reference]
                name = str(data[field].get("name") or name)
                data[field] = ExportMedia(name, str(pk), sha256, mime, width, height)
        return data


def annotations_of(_project: Project, ids: Sequence[int]) -> Answers:
    """Return what people answered, each annotation by itself."""
    columns = (
        *("task_id", "id", "annotator_id", "regions", "relations", "answers", "lead_time"),
        *("state", "created_at", "updated_at"),
    )
    found: dict[int, list[ExportAnnotation]] = {}
    rows = Annotation.objects.filter(task__in=ids).order_by("pk").values_list(*columns)
    names: dict[int, str] = {}
    chunk = list(rows)
    wanted = {row[2] for row in chunk}
    names.update(User.objects.filter(pk__in=wanted).values_list("pk", "username"))
    for task_id, pk, annotator, regions, relations, answers, lead_time, state, *times in chunk:
        found.setdefault(task_id, []).append(
            ExportAnnotation(
                id=str(pk),
                content=Content(regions, relations, answers),
                annotator=names[annotator],
                lead_time=lead_time,
                state=state,
                created_at=_time(times[0]),
                updated_at=_time(times[1]),
            )
        )
    return found


def shown_predictions_of(project: Project, ids: Sequence[int]) -> Answers:
    """Return what the selected model version answered, as annotations of that version."""
    found: dict[int, list[ExportAnnotation]] = {}
    rows = Prediction.objects.filter(task__in=ids, model_version=project.model_version)
    columns = ("task_id", "id", "regions", "relations", "answers", "created_at")
    for task_id, pk, regions, relations, answers, created_at in rows.values_list(*columns):
        time = _time(created_at)
        found[task_id] = [
            ExportAnnotation(
                id=str(pk),
                content=Content(regions, relations, answers),
                annotator=project.model_version,
                created_at=time,
                updated_at=time,
            )
        ]
    return found


def _predictions(ids: Sequence[int]) -> dict[int, list[ImportedPrediction]]:
    found: dict[int, list[ImportedPrediction]] = {}
    columns = ("task_id", "model_version", "score", "regions", "relations", "answers")
    rows = Prediction.objects.filter(task__in=ids).order_by("pk").values_list(*columns)
    for task_id, version, score, *content in rows:
        found.setdefault(task_id, []).append(ImportedPrediction(Content(*content), version, score))
    return found


def _golds(ids: Sequence[int]) -> dict[int, Content]:
    rows = Gold.objects.filter(task__in=ids)
    columns = ("task_id", "regions", "relations", "answers")
    return {task_id: Content(*content) for task_id, *content in rows.values_list(*columns)}


def _time(value: datetime) -> str:
    return value.isoformat().replace("+00:00", "Z")


ANSWER_SOURCES.add("annotations", annotations_of)
ANSWER_SOURCES.add("predictions", shown_predictions_of)
