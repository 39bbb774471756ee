"""Ellipses: centre, half axes and degrees clockwise about the centre."""

from math import cos, hypot, pi, radians, sin, sqrt

from labeling.regions.box import FIELDS
from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.plane import edges_of, iou_of
from labeling.regions.rotated_box import validate_turned
from labeling.regions.volume import on_slices

__all__ = ["KIND", "to_polygon"]

SIDES = 96


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    return validate_turned(geometry, bounds, ("rx", "ry"))


def _outline(geometry: Geometry, sides: int = SIDES) -> list[tuple[float, float]]:
    """A polygon of that many sides with the area of the ellipse.

    An inscribed polygon would be too small; its half axes are stretched so that areas agree.
    """
    step = 2 * pi / sides
    stretch = sqrt(step / sin(step))
    c, s = cos(radians(geometry["angle"])), sin(radians(geometry["angle"]))
    rx, ry = geometry["rx"] * stretch, geometry["ry"] * stretch
    found = []
    for i in range(sides):
        u, v = rx * cos(i * step), ry * sin(i * step)
        found.append((geometry["cx"] + u * c - v * s, geometry["cy"] + u * s + v * c))
    return found


def to_polygon(geometry: Geometry, sides: int = SIDES) -> dict[str, list[list[list[float]]]]:
    """A polygon of the same area, for formats without ellipses."""
    return {"rings": [[list(point) for point in _outline(geometry, sides)]]}


def _bounding_box(geometry: Geometry) -> BoundingBox:
    c, s = cos(radians(geometry["angle"])), sin(radians(geometry["angle"]))
    half_width = hypot(geometry["rx"] * c, geometry["ry"] * s)
    half_height = hypot(geometry["rx"] * s, geometry["ry"] * c)
    left, top = geometry["cx"] - half_width, geometry["cy"] - half_height
    return (left, top, 2 * half_width, 2 * half_height)


def _area(geometry: Geometry) -> float:
    return float(pi * geometry["rx"] * geometry["ry"])


def _iou(a: Geometry, b: Geometry) -> float:
    return iou_of([edges_of([_outline(a)])], [edges_of([_outline(b)])])


def _key(geometry: Geometry) -> tuple[float, ...]:
    names = ("cx", "cy", "rx", "ry")
    # half a turn maps an ellipse on itself
    return (*(float(geometry[name]) for name in names), float(geometry["angle"]) % 180.0)


KIND = on_slices(RegionKind("ellipse", FIELDS, _validate, _bounding_box, _area, _iou, _key))
