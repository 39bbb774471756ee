"""What a calibrated camera sees of a cuboid. Pure."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.regions.cuboid import corners

__all__ = ["NEAR_M", "project_box", "seen_box"]

Numbers = NDArray[np.float64]

NEAR_M = 0.1
"""What is nearer than this to the camera's plane is cut off, as what lies behind it."""
LEAST_PX = 2.0
_EDGES = [(i, (i + 1) % 4) for i in range(4)]
_EDGES += [(a + 4, b + 4) for a, b in _EDGES] + [(i, i + 4) for i in range(4)]


def project_box(
    cuboid: Mapping[str, Any], camera: Mapping[str, Any]
) -> tuple[float, float, float, float] | None:
    """The upright box around a cuboid as a camera sees it, whole: x1, y1, x2, y2 in pixels.

    Parameters
    ----------
    cuboid
        Geometry in the sensor's frame, see `labeling.regions.cuboid`.
    camera
        `intrinsic`, 3 x 3, and `extrinsic`, 4 x 4, from the sensor's frame to the camera's: x
        right, y down, z into the image.

    Returns
    -------
    tuple or None
        None where nothing of it is in front of the camera. Edges that cross the plane at `NEAR_M`
        are cut there, so that a cuboid beside the car does not fold over.

    References
    ----------
    Hartley & Zisserman (2004), "Multiple View Geometry", doi:10.1017/CBO9780511811685.
    """
    intrinsic = np.asarray(camera["intrinsic"], dtype=np.float64)
    extrinsic = np.asarray(camera["extrinsic"], dtype=np.float64)
    points = corners(cuboid) @ extrinsic[:3, :3].T + extrinsic[:3, 3]
    seen = _in_front(points)
    if not len(seen):
        return None
    pixels = seen @ intrinsic.T
    pixels = pixels[:, :2] / pixels[:, 2:]
    (x1, y1), (x2, y2) = pixels.min(axis=0), pixels.max(axis=0)
    return float(x1), float(y1), float(x2), float(y2)


def seen_box(cuboid: Mapping[str, Any], camera: Mapping[str, Any]) -> dict[str, float] | None:
    """The part of `project_box` inside the picture, as a box's geometry; None where none is."""
    found = project_box(cuboid, camera)
    if found is None:
        return None
    x1, y1 = max(0.0, found[0]), max(0.0, found[1])
    x2, y2 = min(float(camera["width"]), found[2]), min(float(camera["height"]), found[3])
    if x2 - x1 < LEAST_PX or y2 - y1 < LEAST_PX:
        return None
    return {"x": x1, "y": y1, "width": x2 - x1, "height": y2 - y1}


def _in_front(points: Numbers) -> Numbers:
    """Corners in front of the camera, and where edges cross the near plane."""
    front = points[:, 2] >= NEAR_M
    cuts = [
        points[a]
        + (NEAR_M - points[a, 2]) / (points[b, 2] - points[a, 2]) * (points[b] - points[a])
        for a, b in _EDGES
        if front[a] != front[b]
    ]
    return np.vstack([points[front], *cuts]) if cuts or front.any() else points[:0]
