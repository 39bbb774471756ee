"""What an ontology says of tracks: the kind of geometry inside, and attributes that may change."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from labeling.ontology.attributes import check_attributes
from labeling.ontology.nodes import Node
from labeling.ontology.parts import Attribute, FieldType, Label
from labeling.ontology.problems import Problems
from labeling.regions.kind import Bounds, Fault
from labeling.regions.track import shapes_on

__all__ = [
    "check_keyframe_attributes",
    "check_track",
    "fault_of_shape",
    "points_of",
    "shape_of",
]


def shape_of(label: Label, field_type: str | None) -> str:
    """The kind of geometry that a track label follows: its `shape`, or the field's usual one."""
    return str(label.extra.get("shape") or ("cuboid" if field_type == "pointcloud" else "box"))


def check_track(node: Node, label: Label, field_type: FieldType) -> None:
    """Note a `shape` that cannot be tracked on that type of field."""
    fitting = shapes_on(field_type)
    shape = label.extra.get("shape")
    if shape is not None and shape not in fitting:
        node.fault("shape", f"on {field_type} must be one of: {', '.join(fitting)}")


def fault_of_shape(label: Label, track: Mapping[str, Any], bounds: Bounds) -> list[Fault]:
    """The fault of a sound track of another shape than its label's."""
    wanted = shape_of(label, bounds.field)
    if track["shape"] == wanted:
        return []
    return [("/shape", f"is {track['shape']}, label {label.id!r} tracks a {wanted}")]


def check_keyframe_attributes(
    attributes: Sequence[Attribute], track: object, where: str, problems: Problems
) -> list[object]:
    """Note faults of attributes at keyframes, and give those of the first keyframe.

    Only attributes that the ontology calls mutable may stand there; a keyframe need not repeat
    what the one before says, so required ones are wanted of the first alone.
    """
    keyframes = track.get("keyframes") if isinstance(track, Mapping) else None
    if not isinstance(keyframes, list):
        return []
    mutable = [attribute for attribute in attributes if attribute.mutable]
    found = [item.get("attributes") if isinstance(item, Mapping) else None for item in keyframes]
    for i, values in enumerate(found):
        if values:
            check_attributes(mutable, values, f"{where}/geometry/keyframes/{i}", problems)
    return found[:1]


def points_of(geometry: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """The place and the points of every set of key points in a sound geometry."""
    if "points" in geometry:
        yield "", geometry["points"]
    elif geometry.get("shape") == "keypoints":
        for i, keyframe in enumerate(geometry["keyframes"]):
            yield f"/keyframes/{i}/geometry", keyframe["geometry"]["points"]
