"""Plane kinds inside a volume: which plane, which slice, and one kind out of two shapes.

Voxels are counted from 0 in the axes of the volume as it is served: x along the columns, y down
the rows, z over the axial slices. An axial slice is numbered by its z and shows (x, y), a coronal
one by its y and shows (x, z), a sagittal one by its x and shows (y, z); plane coordinates are in
voxels, with the origin at the corner of the first one.
"""

from collections.abc import Mapping
from dataclasses import replace

from labeling.regions.kind import Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import fault_of_index

__all__ = ["PLANES", "box_on_slice", "on_slices", "on_volume"]

PLANES = ("axial", "coronal", "sagittal")


def on_volume(plane: RegionKind, within: RegionKind, mark: str) -> RegionKind:
    """A kind that is `plane` on pictures and `within` on volumes, told apart by the key `mark`.

    Where the field's type is not known, the geometry itself tells.
    """

    def chosen(geometry: Geometry) -> RegionKind:
        return within if mark in geometry else plane

    def validate(geometry: object, bounds: Bounds) -> list[Fault]:
        marked = isinstance(geometry, Mapping) and mark in geometry
        is_within = marked if bounds.field is None else bounds.field == "volume"
        if marked and not is_within:
            return [(f"/{mark}", f"has no place here: only on a volume does a {plane.name} say it")]
        return (within if is_within else plane).validate(geometry, bounds)

    def iou(a: Geometry, b: Geometry) -> float:
        return chosen(a).iou(a, b) if (mark in a) == (mark in b) else 0.0

    return RegionKind(
        plane.name,
        plane.fields,
        validate,
        lambda geometry: chosen(geometry).bounding_box(geometry),
        lambda geometry: chosen(geometry).area(geometry),
        iou,
        lambda geometry: chosen(geometry).key(geometry),
    )


def on_slices(kind: RegionKind) -> RegionKind:
    """A plane kind that on a volume also says its `plane` and `slice`."""

    def validate(geometry: object, bounds: Bounds) -> list[Fault]:
        if not isinstance(geometry, Mapping):
            return [("", "must be an object")]
        name = geometry.get("plane")
        if name not in PLANES:
            return [("/plane", f"must be one of: {', '.join(PLANES)}")]
        limits, count = _limits(name, bounds)
        said = fault_of_index(geometry.get("slice"), count, f"{name} slices")
        return [("/slice", said)] if said else kind.validate(geometry, limits)

    def iou(a: Geometry, b: Geometry) -> float:
        return kind.iou(a, b) if _place(a) == _place(b) else 0.0

    sliced = replace(
        kind, validate=validate, iou=iou, key=lambda item: (*_place(item), kind.key(item))
    )
    return on_volume(kind, sliced, "plane")


def box_on_slice(x: float, y: float, width: float, height: float, on: Geometry) -> Geometry:
    """A rectangle on the slice of another geometry, as a box one voxel thick."""
    across = PLANES[::-1].index(on["plane"])  # a sagittal slice lies across x, an axial across z
    numbers: list[float] = [x, y, width, height]
    numbers.insert(2 + across, 1)
    numbers.insert(across, on["slice"])
    return dict(zip(("x", "y", "z", "width", "height", "depth"), numbers, strict=True))


def _place(geometry: Geometry) -> tuple[str, int]:
    return (geometry["plane"], geometry["slice"])


def _limits(plane: str, bounds: Bounds) -> tuple[Bounds, int | None]:
    """The size of a slice in a plane, and how many slices that plane has."""
    width, height, depth = bounds.width, bounds.height, bounds.depth
    match plane:
        case "axial":
            return Bounds(width, height), depth
        case "coronal":
            return Bounds(width, depth), _whole(height)
        case _:
            return Bounds(height, depth), _whole(width)


def _whole(size: float | None) -> int | None:
    return None if size is None else int(size)
