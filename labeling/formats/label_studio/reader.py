"""Reads Label Studio's JSON: tasks, annotations (`result` lists) and predictions."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from labeling.formats.base import (
    Content,
    ImportedAnnotation,
    ImportedPrediction,
    ImportedTask,
    ImportOptions,
    Layout,
    MediaRef,
    Problem,
    Size,
    Source,
)
from labeling.formats.fields import FieldReader
from labeling.formats.json_member import head_elements, json_member, read_elements
from labeling.formats.label_studio.results_in import BadResult, ResultReader
from labeling.formats.pictures import size_of
from labeling.formats.task_json import keys_of, read_task, score_of
from labeling.ontology.parts import Ontology

__all__ = ["LabelStudioImporter"]

LISTS = ("annotations", "predictions", "completions")


class LabelStudioImporter:
    """Reads exports of Label Studio, and tasks with predictions made for it."""

    id: ClassVar[str] = "label_studio"
    name: ClassVar[str] = "Label Studio JSON"
    extensions: ClassVar[tuple[str, ...]] = ("json",)

    def sniff(self, source: Source) -> float:
        """Sure when a task holds `result` lists."""
        items = [e.value for e in head_elements(source) if e.key == "" and e.index is not None]
        tasks = [item for item in items if isinstance(item, dict) and "data" in item]
        if not tasks:
            return 0.0
        if any(_has_results(item) for item in tasks):
            return 0.98
        return 0.72 if any("completed_by" in str(item)[:2000] for item in tasks) else 0.3

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return the keys of `data` in the first tasks."""
        member = json_member(source)
        keys: dict[str, None] = {}
        for element in head_elements(source):
            keys.update(dict.fromkeys(keys_of(element.value)))
        return Layout(encoding=member.encoding if member else "", columns=tuple(keys))

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task an element."""
        fields = FieldReader(source, ontology, options, self.layout(source, options).columns)
        for element in read_elements(source, options):
            if isinstance(element, Problem):
                yield element
                continue
            for read in _read(element.value, fields, source, options, element.line):
                if isinstance(read, Problem):
                    pointer = f"/{element.index or 0}{read.pointer}"
                    yield Problem(read.detail, read.file, read.line, pointer, read.is_warning)
                else:
                    yield read


def _has_results(item: Mapping[str, Any]) -> bool:
    entries = [entry for key in LISTS for entry in item.get(key) or [] if isinstance(entry, dict)]
    return any("result" in entry for entry in entries)


def _read(
    item: object, fields: FieldReader, source: Source, options: ImportOptions, line: int
) -> Iterator[ImportedTask | Problem]:
    if not isinstance(item, Mapping):
        yield Problem("A task must be an object.", line=line)
        return
    bare = {key: value for key, value in item.items() if key not in (*LISTS, "meta", "overlap")}
    meta = item.get("meta")
    task = read_task({**bare, "meta": meta if isinstance(meta, Mapping) else None}, fields, line)
    if isinstance(task, Problem):
        yield task
        return

    def size(field: str) -> Size | None:
        ref = task.data.get(field)
        return size_of(source, ref, options) if isinstance(ref, MediaRef) else None

    reader = ResultReader(fields.ontology, task.data, size)
    try:
        for i, entry in _entries(item, "annotations", "completions"):
            _add_annotation(task, entry, reader, f"/annotations/{i}")
        for i, entry in _entries(item, "predictions"):
            _add_prediction(task, entry, reader, f"/predictions/{i}")
    except _At as error:
        yield Problem(f"{error.detail}.", line=line, pointer=error.pointer)
        return
    for warning in dict.fromkeys(reader.warnings):
        yield Problem(warning, line=line, is_warning=True)
    yield task


class _At(Exception):
    """A fault and its place."""

    def __init__(self, detail: str, pointer: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer


def _entries(item: Mapping[str, Any], *keys: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for key in keys:
        entries = item.get(key)
        if isinstance(entries, list):
            for i, entry in enumerate(entries):
                if isinstance(entry, Mapping):
                    yield i, entry


def _content(entry: Mapping[str, Any], reader: ResultReader, pointer: str, origin: str) -> Content:
    try:
        return reader.read(entry.get("result") or [], origin)
    except BadResult as error:
        raise _At(str(error), f"{pointer}/result") from None


def _add_annotation(
    task: ImportedTask, entry: Mapping[str, Any], reader: ResultReader, pointer: str
) -> None:
    if entry.get("was_cancelled"):
        reader.warnings.append("left out: a cancelled annotation")
        return
    content = _content(entry, reader, pointer, "human")
    annotator = _annotator(entry.get("completed_by"))
    if entry.get("ground_truth") is True:
        task.gold = content
        if not annotator and entry.get("completed_by") is None:
            return
    lead_time = entry.get("lead_time")
    task.annotations.append(
        ImportedAnnotation(
            content,
            annotator=annotator,
            lead_time=float(lead_time) if isinstance(lead_time, int | float) else 0.0,
            created_at=str(entry.get("created_at") or ""),
            updated_at=str(entry.get("updated_at") or ""),
        )
    )


def _annotator(value: object) -> str:
    """Return a user name: theirs, the mail address, or the number marked as theirs."""
    if isinstance(value, Mapping):
        return str(value.get("username") or value.get("email") or "") or _annotator(value.get("id"))
    if isinstance(value, int) and not isinstance(value, bool):
        return f"label-studio-{value}"
    return str(value or "")


def _add_prediction(
    task: ImportedTask, entry: Mapping[str, Any], reader: ResultReader, pointer: str
) -> None:
    try:
        score = score_of(entry.get("score"))
    except ValueError:
        raise _At("score must be a number", f"{pointer}/score") from None
    version = str(entry.get("model_version") or "")[:128]
    content = _content(entry, reader, pointer, "prediction")
    task.predictions.append(ImportedPrediction(content, version, score))
