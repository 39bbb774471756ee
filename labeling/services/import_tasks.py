"""Turns tasks as read from a file into rows that can be stored, and says what is wrong."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from labeling.formats.base import (
    Content,
    ImportedAnnotation,
    ImportedPrediction,
    ImportedTask,
    MediaRef,
    Problem,
)
from labeling.formats.storable import Unstorable, stored_json
from labeling.models import AnnotationState, Asset, TaskState
from labeling.ontology.annotation import validate_annotation
from labeling.ontology.normalizing import normalize_annotation
from labeling.ontology.schema import Ontology
from labeling.regions.kind import Bounds
from labeling.selectors.media import bounds_of_asset, inline_bounds
from labeling.services.assets import BadMedia
from labeling.services.import_mending import mend_content
from labeling.services.label_facts import label_values

FindAsset = Callable[[str, MediaRef], Asset]
MODEL = "imported"


@dataclass(slots=True)
class ReadyTask:
    """A task as it will be stored; JSON columns are text already."""

    external_id: str
    data: str
    meta: str
    priority: float
    overlap: int
    line: int | None = None
    assets: list[tuple[str, int, str]] = field(default_factory=list)
    annotations: list[list[Any]] = field(default_factory=list)
    predictions: list[list[Any]] = field(default_factory=list)
    labels: list[list[str]] = field(default_factory=list)
    gold: list[str] | None = None

    def counts(self) -> tuple[str, int, int]:
        """Return state, open places and the number of annotations that count."""
        states = [row[1] for row in self.annotations]
        answers = sum(state != AnnotationState.REJECTED for state in states)
        approved = sum(s in {AnnotationState.ACCEPTED, AnnotationState.FIXED} for s in states)
        if answers >= self.overlap:
            state = TaskState.ACCEPTED if approved >= self.overlap else TaskState.DONE
        elif answers:
            state = TaskState.IN_PROGRESS
        else:
            state = TaskState.REJECTED if states else TaskState.OPEN
        return state, max(0, self.overlap - answers), answers


class Preparer:
    """Checks tasks one by one against the ontology and the media."""

    def __init__(self, *, ontology: Ontology, overlap: int, find_asset: FindAsset) -> None:
        self._ontology = ontology
        self._overlap = overlap
        self._find_asset = find_asset
        self._warnings: list[Problem] = []
        self._task = ImportedTask({})

    def prepare(self, task: ImportedTask) -> Iterator[ReadyTask | Problem]:
        """Yield warnings and the ready task, or the one problem that makes it unusable."""
        self._warnings = []
        self._task = task
        try:
            ready = self._ready(task)
        except _Refused as error:
            file = error.file or task.file
            yield Problem(error.detail, file=file, line=task.line, pointer=error.pointer)
            return
        yield from self._warnings
        yield ready

    def _ready(self, task: ImportedTask) -> ReadyTask:
        known: dict[str, Bounds] = {}
        assets: list[tuple[str, int, str]] = []
        data = task.data
        for name, value in task.data.items():
            if isinstance(value, MediaRef):
                if data is task.data:
                    data = dict(task.data)
                asset = self._asset(name, value)
                assets.append((name, asset.pk, value.name))
                data[name] = {"asset": asset.pk, "name": value.name}
                known[name] = bounds_of_asset(asset)
        try:
            ready = ReadyTask(
                external_id=task.external_id,
                data=stored_json(data),
                meta=stored_json(task.meta) if task.meta else "{}",
                priority=task.priority or 0.0,
                overlap=task.overlap or self._overlap,
                line=task.line,
                assets=assets,
            )
            if task.annotations or task.predictions or task.gold is not None:
                bounds = inline_bounds(self._ontology, data) | known
                self._add_answers(ready, task, bounds)
        except Unstorable as error:
            raise _Refused(str(error)) from error
        return ready

    def _asset(self, field_id: str, ref: MediaRef) -> Asset:
        try:
            return self._find_asset(field_id, ref)
        except BadMedia as error:
            raise _Refused(f"{error}.", file=ref.member or ref.name) from error

    def _add_answers(self, ready: ReadyTask, task: ImportedTask, bounds: dict[str, Bounds]) -> None:
        labels: set[tuple[str, str]] = set()
        for i, entry in enumerate(task.annotations):
            content = self._checked(entry.content, bounds, f"/annotations/{i}")
            labels |= label_values(self._ontology, content)
            ready.annotations.append(_annotation_row(entry, content))
        for i, prediction in enumerate(task.predictions):
            content = self._checked(_as_predicted(prediction), bounds, f"/predictions/{i}")
            self._add_prediction(ready, prediction, content, f"/predictions/{i}")
        if task.gold is not None:
            content = self._checked(task.gold, bounds, "/gold")
            ready.gold = _columns(content)
        ready.labels = [list(pair) for pair in sorted(labels)]

    def _checked(self, content: Content, bounds: dict[str, Bounds], where: str) -> dict[str, Any]:
        raw, mended = mend_content(self._ontology, content, bounds)
        for pointer, said in mended:
            self._warn(said, f"{where}{pointer}")
        problems = validate_annotation(self._ontology, raw, bounds, complete=False)
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            first = problems[0]
            raise _Refused(f"{first.detail}{more}", pointer=f"{where}{first.pointer}")
        return normalize_annotation(self._ontology, raw, bounds)

    def _warn(self, said: str, pointer: str) -> None:
        task = self._task
        self._warnings.append(Problem(said, task.file, task.line, pointer, is_warning=True))

    def _add_prediction(
        self, ready: ReadyTask, entry: ImportedPrediction, content: dict[str, Any], where: str
    ) -> None:
        version = entry.model_version or MODEL
        row = [version, entry.score, *_columns(content)]
        for other in ready.predictions:
            if other[0] == version:
                if other != row:
                    self._warn(f"a second, different prediction of {version!r} was left out", where)
                return
        ready.predictions.append(row)


class _Refused(Exception):
    """The task cannot be stored."""

    def __init__(self, detail: str, *, pointer: str = "", file: str = "") -> None:
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer
        self.file = file


def _as_predicted(entry: ImportedPrediction) -> Content:
    origin = {"kind": "prediction", "model_version": entry.model_version or MODEL}
    regions = [{**region, "origin": origin} for region in entry.content.regions]
    return Content(regions, entry.content.relations, entry.content.answers)


def _columns(content: dict[str, Any]) -> list[str]:
    return [stored_json(content[key]) for key in ("regions", "relations", "answers")]


def _annotation_row(entry: ImportedAnnotation, content: dict[str, Any]) -> list[Any]:
    state = entry.state if entry.state in AnnotationState.values else AnnotationState.SUBMITTED
    times = [_time(entry.created_at), _time(entry.updated_at or entry.created_at)]
    return [entry.annotator, str(state), entry.lead_time, *times, *_columns(content)]


def _time(text: str) -> str:
    """Return a time in UTC as ISO text; empty when the file gives none that can be read."""
    if not text:
        return ""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return ""
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).isoformat()
