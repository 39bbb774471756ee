"""Boxes in a volume: x, y, z, width, height, depth in voxels (see `volume` for the axes).

A rectangle on one slice is a box one voxel thick, so that it can be drawn out over its neighbours.
"""

from math import prod

from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import TOLERANCE_PX, read_numbers

__all__ = ["VOXEL_BOX"]

AXES = (("x", "width"), ("y", "height"), ("z", "depth"))


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    numbers = read_numbers(geometry, [name for axis in AXES for name in axis], faults)
    if numbers is None:
        return faults
    limits = (bounds.width, bounds.height, bounds.depth)
    for (at, size), start, extent, limit in zip(
        AXES, numbers[::2], numbers[1::2], limits, strict=True
    ):
        if extent <= 0:
            faults.append((f"/{size}", f"must be greater than 0, is {extent:g}"))
        elif start < -TOLERANCE_PX:
            faults.append((f"/{at}", f"lies outside the volume: {start:g}"))
        elif limit is not None and start + extent > limit + TOLERANCE_PX:
            said = f"reaches to {start + extent:g}, the volume has {limit:g} voxels there"
            faults.append((f"/{size}", said))
    return faults


def _bounding_box(geometry: Geometry) -> BoundingBox:
    x, y, width, height = (float(geometry[name]) for name in ("x", "y", "width", "height"))
    return (x, y, width, height)


def _volume(geometry: Geometry) -> float:
    return float(prod(geometry[size] for _, size in AXES))


def _iou(a: Geometry, b: Geometry) -> float:
    sides = [min(a[at] + a[size], b[at] + b[size]) - max(a[at], b[at]) for at, size in AXES]
    if min(sides) <= 0:
        return 0.0
    shared = float(prod(sides))
    joined = _volume(a) + _volume(b) - shared
    return min(shared / joined, 1.0) if joined > 0 else 0.0


def _key(geometry: Geometry) -> tuple[float, ...]:
    return tuple(float(geometry[name]) for axis in AXES for name in axis)


VOXEL_BOX = RegionKind("box", frozenset({"volume"}), _validate, _bounding_box, _volume, _iou, _key)
