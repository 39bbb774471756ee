"""Cuboids in space: {center, size, rotation, frame?, confirmed?}.

The one place where axes and order are said: metres in the sensor's frame, **x forward, y left,
z up**, right-handed; `size` is (length along x, width along y, height along z) before turning;
`rotation` is the unit quaternion **(qw, qx, qy, qz)** that turns the cuboid's own axes into the
sensor's, so a yaw by t about z is (cos t/2, 0, 0, sin t/2), counter-clockwise seen from above.
`frame` numbers the frame of a sequence (0 where not said). `confirmed` cuboids were approved by a
person, and no automatic step moves them.
"""

from collections.abc import Mapping
from math import atan2, isclose, prod, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.plane import bounding_box_of
from labeling.regions.reading import fault_of_index, read_vector
from labeling.regions.solid import shared_area, shared_volume

__all__ = ["KIND", "axes", "contains", "corners", "yaw"]

UNIT_TOLERANCE = 1e-3
"""How far a quaternion's length may be from 1: what writing few digits costs."""

UPRIGHT_TOLERANCE = 1e-6

LIMIT_M = 1e7
LEAST_SIZE_M = 1e-6

Numbers = NDArray[np.float64]

_SIGNS = np.array(
    [(x, y, z) for z in (-1, 1) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))], dtype=np.float64
)


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    faults: list[Fault] = []
    center = read_vector(geometry, "center", 3, faults)
    size = read_vector(geometry, "size", 3, faults)
    rotation = read_vector(geometry, "rotation", 4, faults)
    if center is not None and max(map(abs, center)) > LIMIT_M:
        faults.append(("/center", f"must be metres, at most {LIMIT_M:,.0f} from the sensor"))
    if size is not None and not LEAST_SIZE_M <= min(size) <= max(size) <= LIMIT_M:
        faults.append(("/size", "must be [length, width, height] in metres, greater than 0"))
    if rotation is not None:
        length = sqrt(sum(min(abs(q), 2.0) ** 2 for q in rotation))
        if not isclose(length, 1.0, abs_tol=UNIT_TOLERANCE):
            faults.append(("/rotation", "must be a unit quaternion [qw, qx, qy, qz]"))
    if "frame" in geometry:
        said = fault_of_index(geometry["frame"], bounds.frames, "frames")
        if said:
            faults.append(("/frame", said))
    if not isinstance(geometry.get("confirmed", False), bool):
        faults.append(("/confirmed", "must be true or false"))
    return faults


def axes(geometry: Geometry) -> Numbers:
    """Unit vectors of the cuboid's length, width and height in the sensor's frame, as rows."""
    w, x, y, z = _unit(geometry)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
            [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
            [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def _unit(geometry: Geometry) -> tuple[float, float, float, float]:
    """The rotation at length 1; of its two writings, q and -q, the one that starts above 0."""
    found = np.asarray(geometry["rotation"], dtype=np.float64)
    found = found / np.linalg.norm(found)
    first = next(q for q in found if abs(q) > 1e-12)
    w, x, y, z = (found if first > 0 else -found).tolist()
    return (w, x, y, z)


def corners(geometry: Geometry) -> Numbers:
    """The eight corners in metres, shape (8, 3).

    Bottom, then top; each front left, rear left, rear right, front right.
    """
    return np.asarray(geometry["center"], dtype=np.float64) + _around_center(geometry)


def _around_center(geometry: Geometry) -> Numbers:
    found: Numbers = (_SIGNS * np.asarray(geometry["size"]) / 2) @ axes(geometry)
    return found


def yaw(geometry: Geometry) -> float:
    """Heading in radians: the angle of the length axis about z, 0 forward, positive to the left."""
    x, y, _ = axes(geometry)[0]
    return atan2(y, x)


def contains(geometry: Geometry, points: NDArray[Any]) -> NDArray[np.bool_]:
    """Which points lie inside or on the surface.

    Parameters
    ----------
    points : ndarray, shape (n, 3) or more columns
        x, y, z in metres in the sensor's frame; further columns are not looked at.

    Returns
    -------
    ndarray of bool, shape (n,)
    """
    half = np.asarray(geometry["size"], dtype=np.float64) / 2
    local = (points[:, :3] - np.asarray(geometry["center"], dtype=np.float64)) @ axes(geometry).T
    inside: NDArray[np.bool_] = np.logical_and.reduce(np.abs(local) <= half, axis=1)
    return inside


def _bounding_box(geometry: Geometry) -> BoundingBox:
    return bounding_box_of([(float(x), float(y)) for x, y, _ in corners(geometry)])


def _volume(geometry: Geometry) -> float:
    return float(prod(geometry["size"]))


def _iou(a: Geometry, b: Geometry) -> float:
    """Shared volume over joined volume, exact at any rotation; two frames share nothing."""
    if a.get("frame", 0) != b.get("frame", 0):
        return 0.0
    gap = np.subtract(a["center"], b["center"])
    if np.linalg.norm(gap) >= (np.linalg.norm(a["size"]) + np.linalg.norm(b["size"])) / 2:
        return 0.0
    shared = (_shared_upright if _is_upright(a) and _is_upright(b) else _shared)(a, b, gap)
    return min(shared / (_volume(a) + _volume(b) - shared), 1.0)


def _is_upright(geometry: Geometry) -> bool:
    """Whether it only turns about z, as everything on a road does."""
    _, x, y, _ = geometry["rotation"]
    return abs(float(x)) < UPRIGHT_TOLERANCE and abs(float(y)) < UPRIGHT_TOLERANCE


def _shared_upright(a: Geometry, b: Geometry, gap: Numbers) -> float:
    """Shared plan times shared height; the first is `gap` away from the second."""
    half_a, half_b = a["size"][2] / 2, b["size"][2] / 2
    height = min(gap[2] + half_a, half_b) - max(gap[2] - half_a, -half_b)
    if height <= 0:
        return 0.0
    x, y, _ = gap.tolist()
    return float(height) * shared_area(_plan(a, x, y), _plan(b, 0.0, 0.0))


def _plan(geometry: Geometry, x: float, y: float) -> list[tuple[float, float]]:
    """Corners of an upright cuboid about (x, y) seen from above, counter-clockwise."""
    w, _, _, z = geometry["rotation"]
    norm = w * w + z * z
    c, s = (w * w - z * z) / norm, 2 * w * z / norm
    length, width = geometry["size"][0] / 2, geometry["size"][1] / 2
    return [
        (x + u * length * c - v * width * s, y + u * length * s + v * width * c)
        for u, v in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]


def _shared(a: Geometry, b: Geometry, gap: Numbers) -> float:
    at = (_around_center(a) + gap) @ axes(b).T  # about b's middle, where little is lost to rounding
    return shared_volume([at[list(face)] for face in _FACES], b["size"])


_FACES = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))


def _key(geometry: Geometry) -> tuple[Any, ...]:
    numbers = (*geometry["center"], *geometry["size"])
    rotation = tuple(round(q, 9) for q in _unit(geometry))
    return (geometry.get("frame", 0), *(float(number) for number in numbers), *rotation)


KIND = RegionKind(
    "cuboid", frozenset({"pointcloud"}), _validate, _bounding_box, _volume, _iou, _key
)
