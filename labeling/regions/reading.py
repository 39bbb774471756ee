"""Reads numbers and points out of geometry of unknown shape, noting faults by pointer."""

from collections.abc import Mapping, Sequence
from typing import Any

from labeling.regions.kind import Bounds, Fault

__all__ = [
    "MAX_INDEX",
    "TOLERANCE_PX",
    "fault_of_index",
    "fault_of_origin",
    "is_count",
    "is_number",
    "outside",
    "read_numbers",
    "read_points",
    "read_vector",
]

TOLERANCE_PX = 0.5
"""How far a region may reach over the edge: what rounding to whole pixels may add."""

MAX_POINTS = 100_000

LIMIT = 1e15
"""Beyond any pixel, second or metre; sums and products of such numbers stay finite."""

MAX_INDEX = 2**53
"""Beyond this, numbers of JSON are no longer exact everywhere."""

ORIGINS = ("human", "prediction")


def is_number(value: object) -> bool:
    """Whether `value` is a number up to `LIMIT` (true and false are none)."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LIMIT


def is_count(value: object) -> bool:
    """Whether `value` is an integer of at least 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def fault_of_origin(origin: object) -> str | None:
    """What is wrong with what is said of who vouches; not said, it is a person."""
    if origin is None or (isinstance(origin, Mapping) and origin.get("kind") in ORIGINS):
        return None
    return 'must be an object with kind "human" or "prediction"'


def read_numbers(
    geometry: object, names: Sequence[str], faults: list[Fault]
) -> tuple[float, ...] | None:
    """The named numbers of a geometry, or None after noting what is missing or no number."""
    if not isinstance(geometry, Mapping):
        faults.append(("", "must be an object"))
        return None
    before = len(faults)
    for name in names:
        if name not in geometry:
            faults.append((f"/{name}", "is missing"))
        elif not is_number(geometry[name]):
            faults.append((f"/{name}", "must be a finite number"))
    if len(faults) > before:
        return None
    return tuple(geometry[name] for name in names)


def fault_of_index(value: object, count: int | None, things: str) -> str | None:
    """Why `value` does not number one of `count` things from 0, or None; count None is unknown."""
    if not is_count(value) or not isinstance(value, int) or value >= MAX_INDEX:
        return f"must be a whole number, at least 0: {things} are counted from 0"
    if count is not None and value >= count:
        return f"is {value}, there are {count} {things}, counted from 0"
    return None


def read_vector(
    geometry: Mapping[str, Any], name: str, size: int, faults: list[Fault]
) -> tuple[float, ...] | None:
    """The named list of `size` numbers, or None after noting a fault."""
    value = geometry.get(name)
    if _is_point(value, size):
        return tuple(geometry[name])
    said = f"must be {size} finite numbers" if name in geometry else "is missing"
    faults.append((f"/{name}", said))
    return None


def read_points(
    value: object, where: str, size: int, least: int, faults: list[Fault]
) -> list[tuple[float, ...]] | None:
    """A list of at least `least` points of `size` numbers each, or None after noting faults."""
    if not isinstance(value, list):
        faults.append((where, "must be a list of points"))
        return None
    if len(value) < least:
        faults.append((where, f"needs at least {least} points, has {len(value)}"))
        return None
    if len(value) > MAX_POINTS:
        faults.append((where, f"has {len(value):,} points, at most {MAX_POINTS:,} are allowed"))
        return None
    for i, point in enumerate(value):
        if not _is_point(point, size):
            faults.append((f"{where}/{i}", f"must be {size} finite numbers"))
            return None
    return [tuple(point) for point in value]


def _is_point(point: Any, size: int) -> bool:
    return isinstance(point, list | tuple) and len(point) == size and all(map(is_number, point))


def outside(x: float, y: float, bounds: Bounds) -> str | None:
    """How a point lies outside the image, or None when it is inside (within the tolerance)."""
    if x < -TOLERANCE_PX or y < -TOLERANCE_PX:
        return f"lies outside the image: ({x:g}, {y:g})"
    if bounds.width is not None and x > bounds.width + TOLERANCE_PX:
        return f"lies outside the image: x is {x:g}, the image is {bounds.width:g} pixels wide"
    if bounds.height is not None and y > bounds.height + TOLERANCE_PX:
        return f"lies outside the image: y is {y:g}, the image is {bounds.height:g} pixels high"
    return None
