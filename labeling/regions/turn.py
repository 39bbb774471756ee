"""Whole turns of a dialogue: {turn}, counted from 0; a part of one is a span with a `turn`."""

from collections.abc import Mapping

from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import fault_of_index

__all__ = ["KIND"]


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    count = None if bounds.turns is None else len(bounds.turns)
    said = fault_of_index(geometry.get("turn"), count, "turns")
    return [("/turn", said)] if said else []


def _bounding_box(geometry: Geometry) -> BoundingBox:
    return (float(geometry["turn"]), 0.0, 1.0, 1.0)


def _area(_geometry: Geometry) -> float:
    return 0.0


def _key(geometry: Geometry) -> int:
    return int(geometry["turn"])


def _iou(a: Geometry, b: Geometry) -> float:
    return float(_key(a) == _key(b))


KIND = RegionKind("turn", frozenset({"dialogue"}), _validate, _bounding_box, _area, _iou, _key)
