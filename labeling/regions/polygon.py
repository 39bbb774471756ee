"""Polygons with holes, in one part (`rings`) or several (`parts`); rings close by themselves."""

from collections.abc import Mapping
from typing import Any

from labeling.regions.box import FIELDS
from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.plane import bounding_box_of, edges_of, iou_of, ring_area
from labeling.regions.reading import outside, read_points
from labeling.regions.volume import on_slices

__all__ = ["KIND", "from_box", "parts_of"]

Ring = list[list[float]]

MAX_PARTS = 1_000
MAX_RINGS = 1_000


def parts_of(geometry: Geometry) -> list[list[Ring]]:
    """The rings of each part; the first ring of a part is its outline, the rest are holes."""
    if "parts" in geometry:
        return [part["rings"] for part in geometry["parts"]]
    return [geometry["rings"]]


def from_box(x: float, y: float, width: float, height: float) -> dict[str, list[Ring]]:
    """An upright box as a polygon."""
    right, bottom = x + width, y + height
    return {"rings": [[[x, y], [right, y], [right, bottom], [x, bottom]]]}


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    if ("rings" in geometry) == ("parts" in geometry):
        return [("", "must hold either rings or parts")]
    if "rings" in geometry:
        _check_rings(geometry["rings"], "/rings", bounds, faults)
        return faults
    parts = geometry["parts"]
    if not isinstance(parts, list) or not 1 <= len(parts) <= MAX_PARTS:
        return [("/parts", f"must be a list of 1 to {MAX_PARTS:,} parts")]
    for i, part in enumerate(parts):
        if isinstance(part, Mapping) and "rings" in part:
            _check_rings(part["rings"], f"/parts/{i}/rings", bounds, faults)
        else:
            faults.append((f"/parts/{i}", "must be an object with rings"))
    return faults


def _check_rings(rings: Any, where: str, bounds: Bounds, faults: list[Fault]) -> None:
    if not isinstance(rings, list) or not 1 <= len(rings) <= MAX_RINGS:
        faults.append((where, f"must be a list of 1 to {MAX_RINGS:,} rings"))
        return
    for i, ring in enumerate(rings):
        points = read_points(ring, f"{where}/{i}", 2, 3, faults)
        if points is None:
            continue
        if ring_area(points) <= 0:
            faults.append((f"{where}/{i}", "encloses no area"))
        for j, (x, y) in enumerate(points):
            said = outside(x, y, bounds)
            if said:
                faults.append((f"{where}/{i}/{j}", said))
                break  # one point a ring says enough


def _bounding_box(geometry: Geometry) -> BoundingBox:
    return bounding_box_of([point for part in parts_of(geometry) for point in part[0]])


def _area(geometry: Geometry) -> float:
    """Outlines less holes; parts are taken not to overlap."""
    return sum(
        ring_area(outline) - sum(ring_area(hole) for hole in holes)
        for outline, *holes in parts_of(geometry)
    )


def _iou(a: Geometry, b: Geometry) -> float:
    return iou_of([edges_of(p) for p in parts_of(a)], [edges_of(p) for p in parts_of(b)])


def _key(geometry: Geometry) -> tuple[Any, ...]:
    return tuple(
        tuple(tuple((float(x), float(y)) for x, y in ring) for ring in part)
        for part in parts_of(geometry)
    )


KIND = on_slices(RegionKind("polygon", FIELDS, _validate, _bounding_box, _area, _iou, _key))
