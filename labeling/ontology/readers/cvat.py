"""Reads CVAT's label list (the "Raw" tab of its label constructor)."""

import re
from collections.abc import Mapping
from typing import Any

from labeling.ontology.nodes import fault_of_id
from labeling.ontology.problems import OntologyError, Problem, pointer
from labeling.ontology.readers.result import Losses

__all__ = ["is_cvat", "read_cvat"]

JSON = dict[str, Any]

FIELD = "image"
CLOUD = "pointcloud"

# CVAT's shape type -> our kinds; a label of type "any" may be drawn with every tool.
_KINDS: Mapping[str, tuple[str, ...]] = {
    "rectangle": ("box",),
    "polygon": ("polygon",),
    "polyline": ("polyline",),
    "points": ("keypoints",),
    "ellipse": ("ellipse",),
    "mask": ("mask",),
    "skeleton": ("keypoints",),
    "tag": ("multichoice",),
    "any": ("box", "polygon", "polyline", "keypoints", "ellipse", "mask"),
}
_NAMES: Mapping[str, str] = {
    "box": "Boxes",
    "polygon": "Polygons",
    "polyline": "Polylines",
    "keypoints": "Keypoints",
    "ellipse": "Ellipses",
    "mask": "Masks",
    "multichoice": "Tags",
    "cuboid": "Cuboids",
}

_EDGE = re.compile(
    r"""<line\b(?=[^>]*\bdata-node-from="(\d+)")(?=[^>]*\bdata-node-to="(\d+)")[^>]*>"""
)


def is_cvat(document: object) -> bool:
    """Whether a JSON value looks like CVAT's labels: a list of objects with a name, no kind."""
    return (
        isinstance(document, list)
        and bool(document)
        and all(isinstance(item, Mapping) and "name" in item for item in document)
    )


def read_cvat(labels: list[Mapping[str, Any]], losses: Losses) -> JSON:
    """The ontology document of a CVAT label list: one field, one label for each shape type.

    CVAT's 3D tasks have cuboids only, and so a list of nothing else is one of a point cloud; among
    other shapes a cuboid is CVAT's drawing of one on a picture, which is not available.
    """
    is_cloud = all(item.get("type") == "cuboid" for item in labels)
    known = {"cuboid": ("cuboid",)} if is_cloud else _KINDS
    field = CLOUD if is_cloud else FIELD
    by_kind: dict[str, list[JSON]] = {}
    for i, item in enumerate(labels):
        name = item.get("name")
        said = fault_of_id(name)
        if said:
            raise OntologyError([Problem(pointer(i, "name"), said)])
        kinds = known.get(str(item.get("type", "any")))
        if kinds is None:
            losses.add(f"label {name!r}", f"shape type {item.get('type')!r} is not available here")
            continue
        for kind in kinds:
            by_kind.setdefault(kind, []).append(_read_class(item, kind, losses))
    return {
        "fields": {field: {"type": field}},
        "labels": [
            {"id": kind, "on": field, "kind": kind, "name": _NAMES[kind], "classes": classes}
            for kind, classes in by_kind.items()
        ],
    }


def _read_class(item: Mapping[str, Any], kind: str, losses: Losses) -> JSON:
    found: JSON = {"id": item["name"], "name": item["name"]}
    color = item.get("color")
    if isinstance(color, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", color):
        found["color"] = color
    attributes = [
        attribute
        for entry in item.get("attributes") or []
        if (attribute := _read_attribute(entry, str(item["name"]), losses))
    ]
    if attributes and kind == "multichoice":
        losses.add(f"attributes of tag {item['name']!r}", "whole-image answers have no attributes")
    elif attributes:
        found["attributes"] = attributes
    if item.get("type") == "skeleton":
        found["skeleton"] = _read_skeleton(item, losses)
    return found


def _read_attribute(entry: object, owner: str, losses: Losses) -> JSON | None:
    if not isinstance(entry, Mapping) or fault_of_id(entry.get("name")):
        losses.add(f"an attribute of {owner!r}", "it has no name")
        return None
    raw = entry.get("values")
    values = [str(value) for value in raw] if isinstance(raw, list) else []
    default = entry.get("default_value")
    found: JSON = {"id": entry["name"], "mutable": entry.get("mutable") is True}
    match entry.get("input_type"):
        case "checkbox":
            return found | {"kind": "boolean", "default": str(default).lower() == "true"}
        case "number":
            return found | {"kind": "number"} | _limits(values)
        case "select" | "radio":
            options = [value for value in dict.fromkeys(values) if not fault_of_id(value)]
            if options:
                picked = {"default": default} if default in options else {}
                return found | {"kind": "choice", "options": options} | picked
            losses.add(f"attribute {entry['name']!r} of {owner!r}", "it lists no values")
            return None
        case _:
            picked = {"default": default} if isinstance(default, str) and default else {}
            return found | {"kind": "text"} | picked


def _limits(values: list[str]) -> JSON:
    """CVAT writes the range of a number as three texts: least, most, step."""
    try:
        numbers = [float(value) for value in values]
    except ValueError:
        return {}
    return dict(zip(("min", "max", "step"), numbers, strict=False)) if len(numbers) == 3 else {}


def _read_skeleton(item: Mapping[str, Any], losses: Losses) -> JSON:
    parts = [part for part in item.get("sublabels") or [] if isinstance(part, Mapping)]
    points = [str(part.get("name")) for part in parts]
    if any(part.get("attributes") for part in parts):
        losses.add(f"attributes of the points of {item['name']!r}", "points carry no attributes")
    edges = []
    for start, end in _EDGE.findall(str(item.get("svg", ""))[:200_000]):
        edge = [int(start) - 1, int(end) - 1]  # CVAT numbers the nodes of its drawing from 1
        if all(0 <= node < len(points) for node in edge) and edge[0] != edge[1]:
            edges.append(edge)
    return {"points": points, "edges": edges}
