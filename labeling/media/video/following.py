"""Follows a box from frame to frame by the flow of the points in it.

References
----------
Kalal, Mikolajczyk & Matas (2010), "Forward-backward error: automatic detection of tracking
failures", doi:10.1109/ICPR.2010.675: points that the flow does not bring back to where they came
from are left out, and the box moves and grows by the median of the others.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["Followed", "follow"]

Grey = NDArray[np.uint8]
Points = NDArray[np.float32]

GRID = 12
"""Points along each side of the box."""
LEAST_POINTS = 8
MOST_ASTRAY_PX = 10.0
"""When even the median point does not come back so near, the thing is lost."""
LEAST_LIKENESS = 0.35
LEAST_SIDE_PX = 4.0
MOST_GROWTH = 1.25
LOOK: dict[str, Any] = {
    "winSize": (21, 21),
    "maxLevel": 4,
    "criteria": (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.03),
}


@dataclass(frozen=True, slots=True)
class Followed:
    """A box in pixels of the frame, and how sure it is, 0 to 1."""

    x: float
    y: float
    width: float
    height: float
    sure: float


def follow(frames: Iterable[Grey], start: tuple[float, float, float, float]) -> Iterator[Followed]:
    """Yield the box on every frame after the first, until the thing is lost.

    Parameters
    ----------
    frames
        (height, width) each; the box `start` (x, y, width, height) is that on the first of them.
    """
    box = Followed(*start, 1.0)
    before: Grey | None = None
    for frame in frames:
        if before is not None:
            moved = _step(before, frame, box)
            if moved is None:
                return
            box = moved
            yield moved
        before = frame


def _step(before: Grey, after: Grey, box: Followed) -> Followed | None:
    points = _grid(box, before.shape)
    if len(points) < LEAST_POINTS:
        return None
    there, found = _flow(before, after, points)
    back, returned = _flow(after, before, there)
    astray = np.linalg.norm(points - back, axis=2).ravel()
    sound = found & returned
    if sound.sum() < LEAST_POINTS or np.median(astray[sound]) > MOST_ASTRAY_PX:
        return None
    likeness = _likeness(before, after, points[:, 0], there[:, 0])
    middle_astray, middle_alike = np.median(astray[sound]), np.median(likeness[sound])
    kept = sound & (astray <= middle_astray + 1e-6) & (likeness >= middle_alike - 1e-6)
    if kept.sum() < LEAST_POINTS // 2:
        kept = sound & (astray <= middle_astray + 1e-6)
    alike = float(np.median(likeness[kept]))
    if alike < LEAST_LIKENESS:
        return None
    one, other = points[kept, 0], there[kept, 0]
    across, down = (float(move) for move in np.median(other - one, axis=0))
    growth = min(MOST_GROWTH, max(1 / MOST_GROWTH, _growth(one, other)))
    sure = alike * (1 - float(middle_astray) / MOST_ASTRAY_PX)
    return _moved(box, (across, down), growth, sure, before.shape)


def _flow(before: Grey, after: Grey, points: Points) -> tuple[Points, NDArray[np.bool_]]:
    """Where points went, and which of them could be followed."""
    # The stubs want a place for the answer, which OpenCV makes by itself.
    went: Any = cv2.calcOpticalFlowPyrLK(before, after, points, None, **LOOK)  # type: ignore[call-overload]
    return went[0], went[1].ravel() == 1


def _moved(
    box: Followed, by: tuple[float, float], growth: float, sure: float, shape: tuple[int, ...]
) -> Followed | None:
    """The box about its moved middle; None where that has left the picture."""
    cx, cy = box.x + box.width / 2 + by[0], box.y + box.height / 2 + by[1]
    width, height = box.width * growth, box.height * growth
    is_inside = 0 < cx < shape[1] and 0 < cy < shape[0]
    if not is_inside or min(width, height) < LEAST_SIDE_PX:
        return None
    sure = round(max(0.0, min(1.0, sure)), 3)
    return Followed(cx - width / 2, cy - height / 2, width, height, sure)


def _grid(box: Followed, shape: tuple[int, ...]) -> Points:
    """Points spread over the box, away from its edges, that lie in the picture."""
    across = box.x + box.width * (np.arange(GRID) + 0.5) / GRID
    down = box.y + box.height * (np.arange(GRID) + 0.5) / GRID
    points = np.stack(np.meshgrid(across, down), axis=2).reshape(-1, 1, 2).astype(np.float32)
    inside = (points[:, 0] >= 1).all(axis=1) & (points[:, 0] < (shape[1] - 1, shape[0] - 1)).all(1)
    found: Points = points[inside]
    return found


def _growth(one: Points, other: Points) -> float:
    """The median ratio of distances between pairs of points, after and before."""
    i, j = np.triu_indices(len(one), 1)
    before = np.linalg.norm(one[i] - one[j], axis=1)
    after = np.linalg.norm(other[i] - other[j], axis=1)
    apart = before > 1
    return float(np.median(after[apart] / before[apart])) if apart.any() else 1.0


def _likeness(before: Grey, after: Grey, one: Points, other: Points) -> NDArray[np.float64]:
    """Normalised correlation of the surroundings of each point, (n,)."""
    found = np.zeros(len(one))
    for i, (a, b) in enumerate(zip(one, other, strict=True)):
        left = cv2.getRectSubPix(before, (11, 11), (float(a[0]), float(a[1]))).astype(np.float64)
        right = cv2.getRectSubPix(after, (11, 11), (float(b[0]), float(b[1]))).astype(np.float64)
        left -= left.mean()
        right -= right.mean()
        power = float(np.sqrt((left**2).sum() * (right**2).sum()))
        # Where there is nothing to see, nothing speaks against it.
        found[i] = float((left * right).sum()) / power if power > 1 else 0.5
    return found
