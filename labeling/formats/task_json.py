"""The JSON shape of a task, in and out: shared by our own formats and the API."""

from collections.abc import Mapping
from typing import Any

from labeling.formats.base import (
    Content,
    ExportMedia,
    ExportTask,
    ImportedAnnotation,
    ImportedPrediction,
    ImportedTask,
    Problem,
)
from labeling.formats.canonical import canonical
from labeling.formats.fields import ANSWER, EXTERNAL_ID, FieldReader
from labeling.ontology.parts import Ontology

__all__ = ["assemble_task", "content_of", "keys_of", "read_task", "score_of", "write_task"]

# Words of the task itself; beside `data` they are never field names.
TASK_KEYS = ("external_id", "meta", "priority", "overlap", "annotations", "predictions", "gold")
MAX_EXTERNAL_ID = 255


def keys_of(item: object) -> list[str]:
    """Return the keys of an object that a mapping may send to fields."""
    if not isinstance(item, Mapping):
        return []
    if isinstance(item.get("data"), Mapping):
        return [str(key) for key in item["data"]]
    return [str(key) for key in item if key not in TASK_KEYS]


def _is_wrapped(item: Mapping[str, Any], ontology: Ontology) -> bool:
    return isinstance(item.get("data"), Mapping) and "data" not in ontology.fields


def read_task(item: object, fields: FieldReader, line: int | None) -> ImportedTask | Problem:
    """Return a task from `{"data": {...}, ...}` or from the bare field values."""
    if not isinstance(item, Mapping):
        return Problem(f"A task must be an object, is {type(item).__name__}.", line=line)
    wrapped = _is_wrapped(item, fields.ontology)
    row = item["data"] if wrapped else _bare(item, fields.ontology)
    split = fields.split(row)
    if isinstance(split, Problem):
        return Problem(
            split.detail, line=line, pointer=("/data" if wrapped else "") + split.pointer
        )
    return assemble_task(item, *split, line)


def assemble_task(
    item: Mapping[str, Any],
    data: dict[str, Any],
    meta: dict[str, Any],
    other: Mapping[str, Any],
    line: int | None,
) -> ImportedTask | Problem:
    """Return the task of values that `FieldReader.split` gave and of the keys beside `data`."""
    try:
        return _whole(item, data, meta, other, line)
    except _Wrong as wrong:
        return Problem(wrong.detail, line=line, pointer=wrong.pointer)


def _bare(item: Mapping[str, Any], ontology: Ontology) -> dict[str, Any]:
    fields = ontology.fields
    return {key: value for key, value in item.items() if key not in TASK_KEYS or key in fields}


class _Wrong(Exception):
    """A part of the task that has the wrong shape."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail


def _whole(
    item: Mapping[str, Any],
    data: dict[str, Any],
    meta: dict[str, Any],
    other: Mapping[str, Any],
    line: int | None,
) -> ImportedTask:
    given = item.get("meta")
    if given is not None and not isinstance(given, Mapping):
        raise _Wrong("/meta", "meta must be an object.")
    task = ImportedTask(
        data=data,
        external_id=_external_id(item.get("external_id", other.get(EXTERNAL_ID))),
        meta={**meta, **given} if given else meta,
        priority=_number(item, "priority"),
        overlap=_overlap(item.get("overlap")),
        line=line,
    )
    for i, entry in enumerate(_list(item, "annotations")):
        task.annotations.append(_annotation(entry, f"/annotations/{i}"))
    for i, entry in enumerate(_list(item, "predictions")):
        task.predictions.append(_prediction(entry, f"/predictions/{i}"))
    if item.get("gold") is not None:
        task.gold = content_of(item["gold"], "/gold")
    answers = {
        key.removeprefix(ANSWER): value for key, value in other.items() if key != EXTERNAL_ID
    }
    if answers:
        task.annotations.append(ImportedAnnotation(Content(answers=answers)))
    return task


def _external_id(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise _Wrong("/external_id", "external_id must be a text or a whole number.")
    text = str(value)
    if len(text) > MAX_EXTERNAL_ID or "\x00" in text:
        raise _Wrong("/external_id", f"external_id is over {MAX_EXTERNAL_ID} characters long.")
    return text


def _number(item: Mapping[str, Any], key: str) -> float | None:
    value = item.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
        raise _Wrong(f"/{key}", f"{key} must be a number.")
    return float(value)


def _overlap(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1000:
        raise _Wrong("/overlap", "overlap must be a whole number from 1 to 1,000.")
    return value


def _list(item: Mapping[str, Any], key: str) -> list[Any]:
    value = item.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise _Wrong(f"/{key}", f"{key} must be a list.")
    return value


def content_of(entry: object, pointer: str) -> Content:
    """Return regions, relations and answers; whether they fit the ontology is checked later."""
    if not isinstance(entry, Mapping):
        raise _Wrong(pointer, "must be an object with regions, relations or answers.")
    answers = entry.get("answers") or {}
    if not isinstance(answers, Mapping):
        raise _Wrong(f"{pointer}/answers", "answers must be an object.")
    content = Content(answers=dict(answers))
    for key, target in (("regions", content.regions), ("relations", content.relations)):
        values = entry.get(key) or []
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise _Wrong(f"{pointer}/{key}", f"{key} must be a list of objects.")
        target.extend(values)
    return content


def _annotation(entry: object, pointer: str) -> ImportedAnnotation:
    content = content_of(entry, pointer)
    assert isinstance(entry, Mapping)
    annotator = entry.get("annotator") or ""
    if isinstance(annotator, Mapping):
        annotator = annotator.get("username") or ""
    lead_time = entry.get("lead_time") or 0.0
    if not isinstance(annotator, str):
        raise _Wrong(f"{pointer}/annotator", "annotator must be a user name.")
    if isinstance(lead_time, bool) or not isinstance(lead_time, int | float) or lead_time < 0:
        raise _Wrong(f"{pointer}/lead_time", "lead_time must be seconds, at least 0.")
    texts = {key: entry.get(key) or "" for key in ("state", "created_at", "updated_at")}
    if not all(isinstance(text, str) for text in texts.values()):
        raise _Wrong(pointer, "state, created_at and updated_at must be texts.")
    return ImportedAnnotation(
        content,
        annotator=annotator,
        lead_time=float(lead_time),
        state=texts["state"] or "submitted",
        created_at=texts["created_at"],
        updated_at=texts["updated_at"],
    )


def _prediction(entry: object, pointer: str) -> ImportedPrediction:
    content = content_of(entry, pointer)
    assert isinstance(entry, Mapping)
    version = entry.get("model_version") or ""
    if not isinstance(version, str) or len(version) > 128:
        raise _Wrong(f"{pointer}/model_version", "model_version must be a short text.")
    return ImportedPrediction(content, version, _score(entry.get("score"), f"{pointer}/score"))


def _score(value: object, pointer: str) -> float | None:
    try:
        return score_of(value)
    except ValueError:
        raise _Wrong(pointer, f"score must be a number, is {str(value)[:40]!r}.") from None


def score_of(value: object) -> float | None:
    """Return a score as a number; a number written as text is one.

    Raises
    ------
    ValueError
        When it is neither a number nor absent.
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("no number")
    score = float(value)
    if not abs(score) < 1e300:
        raise ValueError("not finite")
    return score


def write_task(task: ExportTask, ontology: Ontology) -> dict[str, Any]:
    """Return the shape that `read_task` reads back without loss."""
    body: dict[str, Any] = {"external_id": task.external_id} if task.external_id else {}
    data = task.data
    body["data"] = {key: _written_value(data[key]) for key in _data_order(data, ontology)}
    if task.meta:
        body["meta"] = {key: task.meta[key] for key in sorted(task.meta)}
    if task.priority:
        body["priority"] = task.priority
    body["overlap"] = task.overlap
    body["annotations"] = [
        {
            "annotator": entry.annotator,
            "state": entry.state,
            **({"origin": entry.origin} if entry.origin else {}),
            **canonical(entry.content, ontology, data),
            "lead_time": entry.lead_time,
            "created_at": entry.created_at,
            "updated_at": entry.updated_at,
        }
        for entry in task.annotations
    ]
    if task.predictions:
        body["predictions"] = [
            {"model_version": entry.model_version, "score": entry.score}
            | canonical(entry.content, ontology, data)
            for entry in task.predictions
        ]
    if task.gold is not None:
        body["gold"] = canonical(task.gold, ontology, data)
    return body


def _data_order(data: Mapping[str, Any], ontology: Ontology) -> list[str]:
    """Return the fields in the order of the ontology, then the other keys by name."""
    if len(data) == 1:
        return list(data)
    return [
        *(key for key in ontology.fields if key in data),
        *sorted(data.keys() - ontology.fields),
    ]


def _written_value(value: Any) -> Any:
    return {"name": value.name, "sha256": value.sha256} if isinstance(value, ExportMedia) else value
