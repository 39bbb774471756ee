"""The pre-labeling call: inputs in, answers of the active version out, through serving."""

import base64
import binascii
import io
from collections.abc import Mapping
from typing import Any

from active_learning.embeddings.field import Field
from active_learning.embeddings.series import TimedValues
from active_learning.embeddings.sounds import Sound
from active_learning.models import ModelVersion
from active_learning.selectors.forms import INLINE
from active_learning.selectors.media import asset_bytes
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.values import value_of
from active_learning.selectors.versions import served_version
from active_learning.services.answers import answers_of, probabilities_of, regions_of
from active_learning.services.predicting import Said, predicted
from labeling.kernel.errors import BadInput, Conflict, PenumbraError
from labeling.kernel.net import fetch
from labeling.models import Project, Task
from labeling.selectors.media import MediaShelf, shelf_for, value_faults
from labeling.selectors.ontologies import ontology_of

MAX_INPUTS = 64
MAX_IMAGE_BYTES = 20 * 1024 * 1024
MAX_TEXT = 200_000
_SHORTHANDS = {"text": ("text", "html"), "image": ("image",)}
_FILES_ONLY = frozenset({"audio", "document"})


def prelabel_inputs(
    *,
    project: Project,
    inputs: Any,
    arrived_at: float | None = None,
    deadline_ms: float | None = None,
) -> dict[str, Any]:
    """Answer each input with what the model in use says, or with its own error.

    An input is `{"text": ...}`, `{"image": base64, data: URL or URL}` or `{"data": {field: ...}}`.
    The deadline for the full model counts from `arrived_at` (`time.monotonic`; now, if not given);
    after `deadline_ms` nothing is computed any more. While a version is tried as a canary, it
    answers its share of the calls.
    """
    if not isinstance(inputs, list) or not 1 <= len(inputs) <= MAX_INPUTS:
        raise BadInput(f"`inputs` is a list of 1 to {MAX_INPUTS} objects.")
    target, version = _in_use(project)
    values: list[Mapping[str, Any] | PenumbraError] = []
    for index, item in enumerate(inputs):
        try:
            values.append(_read_input(target, item))
        except PenumbraError as error:
            error.errors = [{"pointer": f"/inputs/{index}", "detail": error.detail}]
            values.append(error)
    good = [value for value in values if not isinstance(value, PenumbraError)]
    said = Said(version, [])
    if good:
        said = predicted(project, version, good, arrived_at=arrived_at, deadline_ms=deadline_ms)
    version, answers = said.version, iter(said.answers)
    return {
        "model_version": version.name,
        "results": [
            _fault(value) if isinstance(value, PenumbraError) else _result(target, next(answers))
            for value in values
        ],
    }


def prelabel_task(
    *, project: Project, task: Task, arrived_at: float | None = None
) -> dict[str, Any]:
    """Answer one stored task; nothing is written."""
    target, version = _in_use(project)
    shelf = shelf_for(project, ontology_of(project), [task])
    values = {field.name: _stored(field, task, shelf) for field in target.fields}
    said = predicted(project, version, [values], arrived_at=arrived_at)
    results = [_result(target, answer) for answer in said.answers]
    return {"model_version": said.version.name, "results": results}


def _stored(field: Field, task: Task, shelf: MediaShelf) -> Any:
    """Return a stored value as the serving process takes it; a picture goes as its file."""
    if field.type == "image":
        asset = shelf.asset_in(task, field.name)
        return base64.b64encode(asset_bytes(asset)).decode() if asset else None
    value = value_of(field, task, shelf)
    return value.to_json() if isinstance(value, Sound | TimedValues) else value


def _in_use(project: Project) -> tuple[Target, ModelVersion]:
    target, version = learning_target(project), served_version(project)
    if target is None or version is None:
        raise Conflict(
            "This project has no model yet. Label some tasks (two classes at least), or train "
            "on the learning page.",
            code="no_model",
        )
    if version.label != target.label.id:
        raise Conflict(
            "The model in use was trained for another label. Train again.", code="model_outdated"
        )
    return target, version


def _read_input(target: Target, item: Any) -> Mapping[str, Any]:
    if not isinstance(item, Mapping) or len(item) != 1:
        raise BadInput('An input is {"text": ...}, {"image": ...} or {"data": {field: value}}.')
    ((kind, value),) = item.items()
    if kind == "data":
        return _read_data(target, value)
    if kind not in _SHORTHANDS:
        raise BadInput(f"{kind!r} is no kind of input; use text, image or data.")
    field = next((f for f in target.fields if f.type in _SHORTHANDS[kind]), None)
    if field is None:
        raise BadInput(f"The model of this project reads no {kind}.")
    return {field.name: _read_value(field.type, value)}


def _read_data(target: Target, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput("`data` is an object of the project's fields.")
    known = {field.name: field.type for field in target.fields}
    unknown = sorted(set(value) - set(known))
    if unknown:
        raise BadInput(f"The model reads no field {unknown[0]!r}; it reads {', '.join(known)}.")
    return {name: _read_value(known[name], item) for name, item in value.items()}


def _read_value(field_type: str, value: Any) -> Any:
    if field_type == "image":
        return _read_image(value)
    if field_type in {"text", "html"} and not isinstance(value, str):
        raise BadInput("A text is a string.")
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise BadInput(f"A text is at most {MAX_TEXT:,} characters long.")
    if field_type in _FILES_ONLY:
        raise BadInput(
            f"A {field_type} is judged as a stored task: import it, and ask for that task.",
            code="stored_only",
        )
    if faults := value_faults(field_type, value):
        raise BadInput(faults[0][1])
    # As the model's training values were read; spans count in it.
    read = INLINE[field_type](value) if field_type in INLINE else value
    return read.to_json() if isinstance(read, TimedValues) else read


def _read_image(value: Any) -> str:
    """Return the picture as base64; a URL is fetched only where the installation allows it."""
    if not isinstance(value, str):
        raise BadInput("An image is base64 text, a data: URL, or a URL.")
    if value.startswith(("http://", "https://")):
        content = io.BytesIO()
        fetch(value, content, max_bytes=MAX_IMAGE_BYTES, timeout_s=10.0)
        return base64.b64encode(content.getvalue()).decode()
    encoded: str = value.partition(",")[2] if value.startswith("data:") else value
    if len(encoded) > MAX_IMAGE_BYTES * 4 // 3 + 4:
        raise BadInput(f"An image is at most {MAX_IMAGE_BYTES // 2**20} MiB.")
    try:
        base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadInput("The image is no base64.") from error
    return encoded


def _result(target: Target, answer: dict[str, Any]) -> dict[str, Any]:
    if "error" in answer:
        return answer
    return {
        "answers": answers_of(target, answer["value"]),
        "regions": regions_of(target, answer["regions"]),
        "score": answer["top"],
        "uncertainty": answer["uncertainty"],
        "ambiguous": answer["is_ambiguous"],
        "probabilities": probabilities_of(target, answer["probabilities"]),
        "encoder": answer["encoder"],
        "latency_ms": answer["latency_ms"],
    }


def _fault(error: PenumbraError) -> dict[str, Any]:
    return {"error": {"code": error.code, "detail": error.detail}}
