"""One way to write an answer, however it is stored: keys in order, defaults said, surfaces told.

Databases reorder the keys of JSON, and clients may leave defaults out; an export that is imported
and exported again still has to give the same bytes.
"""

from collections.abc import Mapping
from typing import Any

from labeling.formats.base import Content
from labeling.ontology.annotation import is_asked
from labeling.ontology.answers import is_blank
from labeling.ontology.parts import Ontology

__all__ = ["canonical"]

Json = dict[str, Any]
HUMAN = {"kind": "human"}
GEOMETRY = (
    *("page", "turn", "row", "column", "plane", "slice", "frame", "shape"),
    *("x", "y", "z", "cx", "cy", "width", "height", "depth", "rx", "ry", "angle", "start", "end"),
)


def canonical(content: Content, ontology: Ontology, data: Mapping[str, Any]) -> Json:
    """Return regions, relations and answers ready to be written."""
    return {
        "regions": [_region(region, ontology, data) for region in content.regions],
        "relations": [_ordered(item, RELATION) for item in content.relations],
        "answers": _answers(content.answers, ontology) if content.answers else {},
    }


RELATION = ("id", "label", "from", "to")


def _region(region: Json, ontology: Ontology, data: Mapping[str, Any]) -> Json:
    label = ontology.label(region["label"])
    geometry = region["geometry"]
    attributes = region.get("attributes") or {}
    found: Json = {
        "id": region["id"],
        "label": region["label"],
        "on": label.on if label else region.get("on"),
        "class": region.get("class"),
        "geometry": _geometry(geometry),
        "attributes": {
            key: attributes[key] for key in sorted(attributes) if not is_blank(attributes[key])
        },
        "origin": _ordered(region.get("origin") or HUMAN, ("kind",)),
    }
    for key in sorted(region.keys() - found.keys()):
        found[key] = region[key]
    if label is not None and label.kind == "span" and ontology.fields[label.on].type == "text":
        text = data.get(label.on)
        if isinstance(text, str):
            found["text"] = text[geometry["start"] : geometry["end"]]
    return found


def _geometry(geometry: Mapping[str, Any]) -> Json:
    """Return a geometry with its keys in order, and so those of its keyframes and slices."""
    found = _ordered(geometry, GEOMETRY)
    if "keyframes" in found:
        found["keyframes"] = [_keyframe(item) for item in found["keyframes"]]
    if "slices" in found:
        slices = found["slices"]
        found["slices"] = {key: _geometry(slices[key]) for key in sorted(slices, key=int)}
    return found


def _keyframe(item: Mapping[str, Any]) -> Json:
    found = _ordered(item, ("frame",))
    found["geometry"] = _geometry(found["geometry"])
    if attributes := found.get("attributes"):
        found["attributes"] = {key: attributes[key] for key in sorted(attributes)}
    if origin := found.get("origin"):
        found["origin"] = _ordered(origin, ("kind",))
    return found


def _ordered(item: Mapping[str, Any], first: tuple[str, ...]) -> Json:
    """Return the named keys in their order, then the others by name."""
    found = {key: item[key] for key in first if key in item}
    if len(found) < len(item):
        found.update({key: item[key] for key in sorted(item.keys() - found.keys())})
    return found


def _answers(answers: Mapping[str, Any], ontology: Ontology) -> Json:
    return {
        label.id: answers[label.id]
        for label in ontology.labels
        if label.id in answers
        and not is_blank(answers[label.id])
        and (label.when is None or is_asked(label, answers))
    }
