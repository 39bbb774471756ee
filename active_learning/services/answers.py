"""A judgement in the ontology's terms: answers of the target label, regions, probabilities."""

import uuid
from typing import Any

from active_learning.selectors.target import Target


def answers_of(target: Target, value: Any) -> dict[str, Any]:
    """Return the answer to the target's question; spans have none."""
    return {} if value is None else {target.label.id: value}


def probabilities_of(target: Target, probabilities: dict[str, float]) -> dict[str, Any]:
    """Return {label id: {class id: p}}."""
    return {target.label.id: probabilities} if probabilities else {}


def regions_of(target: Target, spans: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return spans as regions, each with an id of its own."""
    return [
        {
            "id": uuid.uuid4().hex[:12],
            "label": target.label.id,
            "on": target.label.on,
            "class": span["label_class"],
            "geometry": {"start": span["start"], "end": span["end"]},
            "attributes": {},
            "origin": {"kind": "prediction"},
            "score": round(span["score"], 6),
        }
        for span in spans
    ]
