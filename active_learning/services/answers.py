"""A judgement in the ontology's terms: answers of the target label, regions, probabilities."""

import uuid
from typing import Any

from active_learning.selectors.target import Target


def answers_of(target: Target, value: Any) -> dict[str, Any]:
    """Return the answer to the target's question; regions have none."""
    return {} if value is None else {target.label.id: value}


def probabilities_of(target: Target, probabilities: dict[str, float]) -> dict[str, Any]:
    """Return {label id: {class id: p}}."""
    return {target.label.id: probabilities} if probabilities else {}


def regions_of(target: Target, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return found regions in the contract's form, each with an id of its own."""
    return [
        {
            "id": uuid.uuid4().hex[:12],
            "label": target.label.id,
            "on": target.label.on,
            "class": region["label_class"],
            "geometry": region["geometry"],
            "attributes": {},
            "origin": {"kind": "prediction"},
            "score": round(region["score"], 6),
        }
        for region in found
    ]
