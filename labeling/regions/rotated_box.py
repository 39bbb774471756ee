"""Rotated boxes: centre, size and degrees clockwise about the centre, rigid on any image."""

from math import atan2, cos, degrees, hypot, isclose, radians, sin

from labeling.regions.box import FIELDS
from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.plane import bounding_box_of, edges_of, iou_of
from labeling.regions.reading import outside, read_numbers
from labeling.regions.volume import on_slices

__all__ = [
    "KIND",
    "corners",
    "from_corners",
    "from_pivot",
    "to_pivot",
    "to_polygon",
    "validate_turned",
]

Corners = list[tuple[float, float]]


def validate_turned(geometry: object, bounds: Bounds, names: tuple[str, str]) -> list[Fault]:
    """Faults of a figure with centre, two sizes and an angle.

    Only the centre has to lie in the image: a turned figure around an object at the border
    reaches over the edge, and cutting it would bend it.
    """
    faults: list[Fault] = []
    numbers = read_numbers(geometry, ("cx", "cy", *names, "angle"), faults)
    if numbers is None:
        return faults
    for name, value in zip(names, numbers[2:4], strict=True):
        if value <= 0:
            faults.append((f"/{name}", f"must be greater than 0, is {value:g}"))
    said = outside(numbers[0], numbers[1], bounds)
    if said:
        faults.append(("/cx", f"the centre {said}"))
    return faults


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    return validate_turned(geometry, bounds, ("width", "height"))


def corners(geometry: Geometry) -> Corners:
    """The four corners: first the one that is top left before turning, then clockwise."""
    cx, cy = geometry["cx"], geometry["cy"]
    along, across = _axes(geometry["angle"])
    w, h = geometry["width"] / 2, geometry["height"] / 2
    return [
        (cx + dx * w * along[0] + dy * h * across[0], cy + dx * w * along[1] + dy * h * across[1])
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _axes(angle: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Unit vectors along width and height; y points down, so plus is clockwise."""
    quarter, rest = divmod(angle, 90.0)
    if rest == 0:  # exact at right angles, where boxes most often stand
        c, s = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    else:
        c, s = cos(radians(angle)), sin(radians(angle))
    return (c, s), (-s, c)


def from_pivot(x: float, y: float, width: float, height: float, angle: float) -> dict[str, float]:
    """The box whose top left corner stays at (x, y) while it turns clockwise about that corner.

    Label Studio stores boxes this way.
    """
    (c, s), _ = _axes(angle)
    return {
        "cx": x + width / 2 * c - height / 2 * s,
        "cy": y + width / 2 * s + height / 2 * c,
        "width": width,
        "height": height,
        "angle": angle,
    }


def to_pivot(geometry: Geometry) -> tuple[float, float, float, float, float]:
    """x, y, width, height, angle about the top left corner; undoes `from_pivot`."""
    x, y = corners(geometry)[0]
    return (x, y, geometry["width"], geometry["height"], geometry["angle"])


def from_corners(points: Corners) -> dict[str, float]:
    """The box of four corners in clockwise order, the first its top left before turning.

    Raises
    ------
    ValueError
        When the four points are no rectangle (to 1 % of its longer side).
    """
    if len(points) != 4:
        raise ValueError(f"a rotated box has 4 corners, not {len(points)}")
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    width, height = hypot(x1 - x0, y1 - y0), hypot(x2 - x1, y2 - y1)
    slack = 0.01 * max(width, height, 1e-9)
    diagonals = hypot(x2 - x0, y2 - y0), hypot(x3 - x1, y3 - y1)
    middles_agree = hypot(x0 + x2 - x1 - x3, y0 + y2 - y1 - y3) <= 2 * slack
    if not middles_agree or not isclose(*diagonals, abs_tol=slack):
        raise ValueError("the four points are no rectangle")
    return {
        "cx": (x0 + x1 + x2 + x3) / 4,
        "cy": (y0 + y1 + y2 + y3) / 4,
        "width": width,
        "height": height,
        "angle": degrees(atan2(y1 - y0, x1 - x0)) % 360.0,
    }


def to_polygon(geometry: Geometry) -> dict[str, list[list[list[float]]]]:
    """The same place as a polygon of four points."""
    return {"rings": [[list(corner) for corner in corners(geometry)]]}


def _bounding_box(geometry: Geometry) -> BoundingBox:
    return bounding_box_of(corners(geometry))


def _area(geometry: Geometry) -> float:
    return float(geometry["width"] * geometry["height"])


def _iou(a: Geometry, b: Geometry) -> float:
    return iou_of([edges_of([corners(a)])], [edges_of([corners(b)])])


def _key(geometry: Geometry) -> tuple[float, ...]:
    names = ("cx", "cy", "width", "height")
    return (*(float(geometry[name]) for name in names), float(geometry["angle"]) % 360.0)


KIND = on_slices(RegionKind("rotated_box", FIELDS, _validate, _bounding_box, _area, _iou, _key))
