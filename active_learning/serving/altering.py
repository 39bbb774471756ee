"""Shows how a training would alter values: the very draws of its seed, on a few tasks."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from active_learning.serving.asking import BadRequest
from active_learning.serving.predictor import readable
from active_learning.training_jobs.altering import Alteration, altered, can_alter

__all__ = ["AlterWish", "altered_examples", "read_alter_wish"]

MOST_EXAMPLES = 12
MOST_TEXT = 600
"""Characters of a text that are sent back."""


@dataclass(frozen=True)
class AlterWish:
    """What is to be altered.

    Attributes
    ----------
    types : of the fields, by name
    tasks : {"id", "values"} each; values as `Call.inputs`
    """

    types: Mapping[str, str]
    tasks: Sequence[Mapping[str, Any]]
    how: Alteration


def read_alter_wish(body: Any) -> AlterWish:
    """Read a JSON body, or raise `BadRequest`."""
    try:
        return AlterWish(
            {str(name): str(kind) for name, kind in body["types"].items()},
            [{"id": int(task["id"]), "values": dict(task["values"])} for task in body["tasks"]][
                :MOST_EXAMPLES
            ],
            Alteration(float(body["strength"]), bool(body["mirror"]), int(body["seed"])),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadRequest('Send {"types", "tasks", "strength", "mirror", "seed"}.') from error


def altered_examples(wish: AlterWish) -> list[dict[str, Any]]:
    """Return each task with its fields before and after; one that cannot be read is left out."""
    examples = []
    for task in wish.tasks:
        rng = wish.how.source(task["id"], 0)
        fields = [
            {"name": name, "type": kind, "before": _shown(value), "after": _shown(changed)}
            for name, kind in wish.types.items()
            if (value := _read(kind, task["values"].get(name))) is not None
            # In the order of the fields, for they share the source of a copy.
            for changed in [altered(kind, value, wish.how, rng)]
            if can_alter(kind)
        ]
        if fields:
            examples.append({"task": str(task["id"]), "fields": fields})
    return examples


def _read(kind: str, value: Any) -> Any:
    try:
        return readable(kind, value)
    except ValueError:
        return None


def _shown(value: Any) -> str:
    """Return a text, or a picture as a data: URL."""
    if isinstance(value, str):
        return value[:MOST_TEXT]
    file = io.BytesIO()
    Image.fromarray(value).save(file, "JPEG", quality=88)
    return f"data:image/jpeg;base64,{base64.b64encode(file.getvalue()).decode()}"
