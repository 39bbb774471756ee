"""Masks in a volume: {plane: "axial", slices: {"<z>": mask}}, one plane mask for a slice.

However it was painted, a mask is stored over axial slices: the same voxels have one writing, so
that two people's masks compare.
"""

from collections.abc import Mapping
from typing import Any

from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import fault_of_index

__all__ = ["stacked"]

MAX_SLICES = 10_000
PLANE = "axial"


def stacked(mask: RegionKind) -> RegionKind:
    """The kind of masks over slices, each slice a mask of the plane kind."""

    def validate(geometry: object, bounds: Bounds) -> list[Fault]:
        if not isinstance(geometry, Mapping):
            return [("", "must be an object")]
        if geometry.get("plane") != PLANE:
            return [("/plane", f"must be {PLANE!r}: masks are stored over axial slices")]
        slices = geometry.get("slices")
        if not isinstance(slices, Mapping) or not 1 <= len(slices) <= MAX_SLICES:
            said = f"must be an object of 1 to {MAX_SLICES:,} slice numbers, each with its mask"
            return [("/slices", said)]
        limits = Bounds(bounds.width, bounds.height)
        faults: list[Fault] = []
        for key, item in slices.items():
            wrong = _fault_of_number(key, bounds.depth)
            found = [("", wrong)] if wrong else mask.validate(item, limits)
            faults.extend((f"/slices/{str(key)[:20]}{below}", detail) for below, detail in found)
        return faults or _fault_of_sizes(slices)

    def bounding_box(geometry: Geometry) -> BoundingBox:
        boxes = [mask.bounding_box(item) for item in geometry["slices"].values()]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(x + w for x, _, w, _ in boxes), max(y + h for _, y, _, h in boxes)
        return (left, top, right - left, bottom - top)

    def area(geometry: Geometry) -> float:
        return sum(mask.area(item) for item in geometry["slices"].values())

    def iou(a: Geometry, b: Geometry) -> float:
        shared = 0.0
        for key in a["slices"].keys() & b["slices"].keys():
            one, two = a["slices"][key], b["slices"][key]
            part = mask.iou(one, two)  # s / (A + B - s), solved for s
            shared += part * (mask.area(one) + mask.area(two)) / (1 + part)
        return min(shared / (area(a) + area(b) - shared), 1.0)

    def key(geometry: Geometry) -> frozenset[Any]:
        return frozenset((at, mask.key(item)) for at, item in geometry["slices"].items())

    return RegionKind(mask.name, frozenset({"volume"}), validate, bounding_box, area, iou, key)


def _fault_of_number(key: object, depth: int | None) -> str | None:
    is_written = isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 10
    if not is_written or str(int(str(key))) != key:
        return 'slices are named by their number, such as "12"'
    return fault_of_index(int(str(key)), depth, "axial slices")


def _fault_of_sizes(slices: Mapping[str, Any]) -> list[Fault]:
    sizes = {tuple(item["size"]) for item in slices.values()}
    return [] if len(sizes) == 1 else [("/slices", "all slices must have the same size")]
