"""Keypoints: points (x, y, v) of a skeleton; v is 0 absent, 1 occluded, 2 visible."""

from collections.abc import Mapping
from math import exp

from labeling.regions.box import FIELDS
from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.plane import bounding_box_of
from labeling.regions.reading import outside, read_points
from labeling.regions.volume import on_slices

__all__ = ["KIND", "placed"]

ABSENT, VISIBLE = 0, 2

FALLOFF = 0.1
"""COCO's k (twice the standard deviation of people's marks, in parts of the object's size)."""

LEAST_SIZE_PX2 = 32.0**2
"""Size taken for single points and tiny skeletons: COCO's border of 'small'."""


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    points = read_points(geometry.get("points"), "/points", 3, 1, faults)
    if points is None:
        return faults
    for i, (x, y, v) in enumerate(points):
        if v not in {0, 1, VISIBLE}:
            faults.append((f"/points/{i}/2", "visibility must be 0 absent, 1 occluded, 2 visible"))
        elif v != ABSENT and (said := outside(x, y, bounds)):
            faults.append((f"/points/{i}", said))
    if not faults and all(v == ABSENT for _, _, v in points):
        faults.append(("/points", "at least one point must be placed"))
    return faults


def placed(geometry: Geometry) -> list[tuple[float, float]]:
    """The points that are not absent."""
    return [(x, y) for x, y, v in geometry["points"] if v != ABSENT]


def _bounding_box(geometry: Geometry) -> BoundingBox:
    return bounding_box_of(placed(geometry))


def _area(_geometry: Geometry) -> float:
    return 0.0


def _iou(a: Geometry, b: Geometry) -> float:
    """Object keypoint similarity with one fall-off for all points.

    exp(-d^2 / (2 s^2 k^2)) averaged over the points that either places (Ronchi & Perona 2017,
    doi:10.1109/ICCV.2017.48); a point that only one places counts 0, and s^2 is the larger box.
    """
    boxes = _bounding_box(a), _bounding_box(b)
    size = max(LEAST_SIZE_PX2, *(width * height for _, _, width, height in boxes))
    first, second = list(a["points"]), list(b["points"])
    count = max(len(first), len(second))
    absent = [0.0, 0.0, ABSENT]
    first += [absent] * (count - len(first))
    second += [absent] * (count - len(second))
    scores = []
    for (x1, y1, v1), (x2, y2, v2) in zip(first, second, strict=True):
        if v1 == ABSENT and v2 == ABSENT:
            continue
        both = ABSENT not in {v1, v2}
        squared = (x1 - x2) ** 2 + (y1 - y2) ** 2
        scores.append(exp(-squared / (2 * size * FALLOFF**2)) if both else 0.0)
    return sum(scores) / len(scores)


def _key(geometry: Geometry) -> tuple[tuple[float, float, int], ...]:
    return tuple((float(x), float(y), int(v)) for x, y, v in geometry["points"])


KIND = on_slices(RegionKind("keypoints", FIELDS, _validate, _bounding_box, _area, _iou, _key))
