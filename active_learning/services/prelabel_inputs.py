"""Reads what callers of the pre-labeling call send: one value, or one for each field."""

import base64
import binascii
import io
from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.embeddings.field import Field
from active_learning.embeddings.series import TimedValues
from active_learning.selectors.forms import INLINE
from labeling.kernel.errors import BadInput, PenumbraError
from labeling.kernel.net import fetch
from labeling.selectors.media import value_faults

__all__ = [
    "MAX_IMAGE_BYTES",
    "MAX_INPUTS",
    "Read",
    "fault_of",
    "listed",
    "read_deadline",
    "read_inputs",
    "served_value",
]

MAX_INPUTS = 64
MAX_IMAGE_BYTES = 20 * 1024 * 1024
MAX_TEXT = 200_000
_SHORTHANDS = {"text": ("text", "html"), "image": ("image",)}
_FILES_ONLY = frozenset({"audio", "document"})

Read = Mapping[str, Any] | PenumbraError
"""Values by field, a picture as base64; or why the input is none."""


def listed(inputs: Any) -> list[Any]:
    """Return what a call holds under `inputs`, whatever the inputs are."""
    if not isinstance(inputs, list) or not 1 <= len(inputs) <= MAX_INPUTS:
        raise BadInput(f"`inputs` is a list of 1 to {MAX_INPUTS} objects.")
    return inputs


def read_inputs(fields: Sequence[Field], inputs: Sequence[Any]) -> list[Read]:
    """Return what each input holds for a model that reads some fields.

    An input is `{"text": ...}`, `{"image": base64, data: URL or URL}` or `{"data": {field: ...}}`.
    """
    values: list[Read] = []
    for index, item in enumerate(inputs):
        try:
            values.append(_read_input(fields, item))
        except PenumbraError as error:
            error.errors = [{"pointer": f"/inputs/{index}", "detail": error.detail}]
            values.append(error)
    return values


def served_value(field_type: str, value: Any) -> Any:
    """Return a value as the serving process takes it: as training values were read.

    Spans count in the text that this gives.
    """
    read = INLINE[field_type](value) if field_type in INLINE else value
    return read.to_json() if isinstance(read, TimedValues) else read


def read_deadline(value: Any) -> float | None:
    """Return the `deadline_ms` of a call, if it has one."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e6:
        detail = "`deadline_ms` is a number of milliseconds above 0."
        raise BadInput(detail, errors=[{"pointer": "/deadline_ms", "detail": detail}])
    return float(value)


def fault_of(error: PenumbraError) -> dict[str, Any]:
    """Return an error as the answer to one input."""
    return {"error": {"code": error.code, "detail": error.detail}}


def _read_input(fields: Sequence[Field], item: Any) -> Mapping[str, Any]:
    if not isinstance(item, Mapping) or len(item) != 1:
        raise BadInput('An input is {"text": ...}, {"image": ...} or {"data": {field: value}}.')
    ((kind, value),) = item.items()
    if kind == "data":
        return _read_data(fields, value)
    if kind not in _SHORTHANDS:
        raise BadInput(f"{kind!r} is no kind of input; use text, image or data.")
    field = next((f for f in fields if f.type in _SHORTHANDS[kind]), None)
    if field is None:
        raise BadInput(f"The model of this project reads no {kind}.")
    return {field.name: _read_value(field.type, value)}


def _read_data(fields: Sequence[Field], value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput("`data` is an object of the project's fields.")
    known = {field.name: field.type for field in fields}
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
    return value


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
