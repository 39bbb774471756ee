"""Boxes on a page: PDF points, origin at the top left of the page's unrotated crop box."""

from labeling.regions import box
from labeling.regions.kind import Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import fault_of_index, read_numbers

__all__ = ["KIND"]

TOLERANCE_PT = 0.5
"""How far a box may reach over the page's edge: what rounding may add."""


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    numbers = read_numbers(geometry, ("page", "x", "y", "width", "height"), faults)
    if numbers is None:
        return faults
    page, x, y, width, height = numbers
    said = fault_of_index(page, None if bounds.pages is None else len(bounds.pages), "pages")
    if said:
        faults.append(("/page", said))
    for name, value in (("width", width), ("height", height)):
        if value <= 0:
            faults.append((f"/{name}", f"must be greater than 0, is {value:g}"))
    if not faults:
        size = bounds.pages[int(page)] if bounds.pages is not None else None
        said = _outside((x, y, x + width, y + height), size)
        if said:
            faults.append(("", said))
    return faults


def _outside(corners: tuple[float, float, float, float], size: tuple[float, float] | None) -> str:
    left, top, right, bottom = corners
    if min(left, top) < -TOLERANCE_PT:
        return f"lies outside the page: ({left:g}, {top:g})"
    if size and (right > size[0] + TOLERANCE_PT or bottom > size[1] + TOLERANCE_PT):
        reach = f"reaches to ({right:g}, {bottom:g})"
        return f"{reach}, the page has {size[0]:g} x {size[1]:g} points"
    return ""


def _iou(a: Geometry, b: Geometry) -> float:
    return box.iou(a, b) if a["page"] == b["page"] else 0.0


def _key(geometry: Geometry) -> tuple[float, ...]:
    return (int(geometry["page"]), *box.bounding_box(geometry))


KIND = RegionKind(
    "page_box",
    frozenset({"document"}),
    _validate,
    box.bounding_box,
    box.area,
    _iou,
    _key,
)
