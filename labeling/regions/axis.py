"""Arithmetic of half-open intervals, shared by the kinds that lie on an axis."""

from labeling.regions.kind import BoundingBox, Geometry

__all__ = ["bounding_box", "iou", "key", "length"]


def length(geometry: Geometry) -> float:
    """End less start."""
    return float(geometry["end"] - geometry["start"])


def bounding_box(geometry: Geometry) -> BoundingBox:
    """The interval as a box of height 1."""
    return (float(geometry["start"]), 0.0, length(geometry), 1.0)


def iou(a: Geometry, b: Geometry) -> float:
    """Shared part over the joined part; touching intervals share nothing."""
    shared = min(a["end"], b["end"]) - max(a["start"], b["start"])
    if shared <= 0:
        return 0.0
    return float(shared / (length(a) + length(b) - shared))


def key(geometry: Geometry) -> tuple[float, float]:
    """Start and end."""
    return (geometry["start"], geometry["end"])
