"""Upright boxes: pixels of the upright image, origin at its top left corner, not rounded."""

from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import outside, read_numbers
from labeling.regions.volume import on_volume
from labeling.regions.voxel_box import VOXEL_BOX

__all__ = ["FIELDS", "KIND", "area", "bounding_box", "clip", "corners", "from_corners", "iou"]

FIELDS = frozenset({"image", "geo", "volume"})
"""Where the plane kinds may stand; video carries them inside tracks, PDF has page boxes."""


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    numbers = read_numbers(geometry, ("x", "y", "width", "height"), faults)
    if numbers is None:
        return faults
    x, y, width, height = numbers
    for name, value in (("width", width), ("height", height)):
        if value <= 0:
            faults.append((f"/{name}", f"must be greater than 0, is {value:g}"))
    if not faults:
        said = outside(x, y, bounds) or outside(x + width, y + height, bounds)
        if said:
            faults.append(("", said))
    return faults


def bounding_box(geometry: Geometry) -> BoundingBox:
    """x, y, width, height."""
    return (
        float(geometry["x"]),
        float(geometry["y"]),
        float(geometry["width"]),
        float(geometry["height"]),
    )


def corners(geometry: Geometry) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    x, y, width, height = bounding_box(geometry)
    return (x, y, x + width, y + height)


def from_corners(x1: float, y1: float, x2: float, y2: float) -> dict[str, float]:
    """The box between two opposite corners, in any order."""
    x, y = min(x1, x2), min(y1, y2)
    return {"x": x, "y": y, "width": max(x1, x2) - x, "height": max(y1, y2) - y}


def clip(geometry: Geometry, width: float, height: float) -> dict[str, float] | None:
    """The part of the box inside an image of that size, or None when there is none."""
    x1, y1, x2, y2 = corners(geometry)
    x1, y1, x2, y2 = max(x1, 0.0), max(y1, 0.0), min(x2, width), min(y2, height)
    return from_corners(x1, y1, x2, y2) if x1 < x2 and y1 < y2 else None


def area(geometry: Geometry) -> float:
    """Width times height."""
    return float(geometry["width"] * geometry["height"])


def iou(a: Geometry, b: Geometry) -> float:
    """Overlap of two upright rectangles."""
    ax1, ay1, ax2, ay2 = corners(a)
    bx1, by1, bx2, by2 = corners(b)
    width = min(ax2, bx2) - max(ax1, bx1)
    height = min(ay2, by2) - max(ay1, by1)
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    joined = area(a) + area(b) - shared
    return min(shared / joined, 1.0) if joined > 0 else 0.0


KIND = on_volume(
    RegionKind("box", FIELDS, _validate, bounding_box, area, iou, bounding_box), VOXEL_BOX, "z"
)
