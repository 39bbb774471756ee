"""What a model's inputs and outputs let one guess about it, to be corrected by a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.plugged.declaration import Declaration

__all__ = ["suggest"]

MOST_NAMED = 1_000
TOKEN_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
BOX_WORDS = ("box", "bbox", "loc")
SCORE_WORDS = ("score", "prob", "conf", "logit")
CLASS_WORDS = ("class", "label")


def suggest(facts: Mapping[str, Any], class_names: Sequence[str]) -> Declaration:
    """Return a declaration that may be right.

    Parameters
    ----------
    facts
        Of `checking.check_file`.
    class_names
        Of the label to be filled: taken where the model has as many classes and no names.
    """
    feed: dict[str, Any] = _fed(facts["inputs"])
    outputs = facts["outputs"]
    named: Sequence[str | None] = facts.get("names") or ()
    roles = _roles(outputs)
    if "boxes" in roles:
        columns = len(named) or len(class_names)
        return _declared(feed, "boxes", named or class_names, columns, outputs=roles)
    shape = outputs[0]["shape"]
    if len(outputs) == 1 and len(shape) == 3 and feed.get("feed") == "image":
        columns = min(shape[1], shape[2]) - 4
        return _declared(feed, "yolo", named or class_names, columns, keeps_shape=True)
    columns = shape[-1] if shape else 1
    if columns == 1:
        return _declared(feed, "number", (), 0)
    return _declared(feed, "classes", named or class_names, columns, activation="softmax")


def _declared(
    feed: Mapping[str, Any], reading: str, names: Sequence[str | None], columns: int, **more: Any
) -> Declaration:
    if len(names) != columns and columns <= MOST_NAMED:
        names = [f"class {number}" for number in range(max(0, columns))]
    return Declaration(**feed, reading=reading, classes=tuple(names), **more)


def _fed(inputs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first = inputs[0] if inputs else {"name": "", "type": "", "shape": []}
    if {port["name"] for port in inputs} & TOKEN_INPUTS:
        return {"feed": "tokens"}
    if first["type"] == "string":
        return {"feed": "text"}
    shape = first["shape"]
    if len(shape) != 4:
        return {"feed": "vector"}
    is_last = shape[3] in {1, 3}
    height, width = (shape[1], shape[2]) if is_last else (shape[2], shape[3])
    return {
        "feed": "image",
        "width": width or 224,
        "height": height or 224,
        "is_channels_last": is_last,
        "scale": "bytes" if first["type"] == "uint8" else "unit",
    }


def _roles(outputs: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return which outputs are boxes, scores and classes, if there are boxes."""
    roles: dict[str, str] = {}
    words = (("boxes", BOX_WORDS), ("scores", SCORE_WORDS), ("classes", CLASS_WORDS))
    for port in outputs:
        name = port["name"].lower()
        role = next((r for r, said in words if any(word in name for word in said)), None)
        if role is not None:
            roles.setdefault(role, port["name"])
    is_table = "boxes" in roles and any(
        port["name"] == roles["boxes"] and port["shape"][-1:] == [4] for port in outputs
    )
    return roles if is_table and "scores" in roles else {}
