"""What two boxes in space share, exactly: upright ones by their plans, others by cutting.

A convex figure is cut down by the sides of the other, one after the other (Sutherland & Hodgman
1974, doi:10.1145/360767.360802).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["shared_area", "shared_volume"]

Point = tuple[float, float]

Numbers = NDArray[np.float64]
Faces = list[Numbers]
"""A convex solid as its faces, each the corners of a convex polygon in order, shape (n, 3)."""


def shared_area(a: Sequence[Point], b: Sequence[Point]) -> float:
    """Area that two convex polygons share, both with their corners counter-clockwise."""
    left = list(a)
    for (x1, y1), (x2, y2) in zip(b, [*b[1:], b[0]], strict=True):
        # how far each corner lies on the outer side of this edge of b
        over = [(x - x1) * (y2 - y1) - (y - y1) * (x2 - x1) for x, y in left]
        kept: list[Point] = []
        for i, now in enumerate(over):
            before, (px, py), (x, y) = over[i - 1], left[i - 1], left[i]
            if (before > 0) != (now > 0):
                t = before / (before - now)
                kept.append((px + t * (x - px), py + t * (y - py)))
            if now <= 0:
                kept.append((x, y))
        left = kept
    around = zip(left, [*left[1:], *left[:1]], strict=True)
    return max(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in around) / 2, 0.0)


def shared_volume(faces: Faces, size: Sequence[float]) -> float:
    """Volume of the part of a convex solid inside an upright box about the origin.

    Parameters
    ----------
    faces : list of ndarray, each of shape (n, 3)
        The solid; what a cut lays open becomes a face.
    size : three lengths
        The box's, along x, y and z.
    """
    half = np.asarray(size, dtype=np.float64) / 2
    near = 1e-12 * max(float(half.max()), *(float(np.abs(face).max()) for face in faces))
    for axis in range(3):
        for sign in (1.0, -1.0):
            faces = _cut(faces, axis, sign, float(half[axis]), near)
            if not faces:
                return 0.0
    return _volume(faces)


def _cut(faces: Faces, axis: int, sign: float, limit: float, near: float) -> Faces:
    """The part of a solid where sign * x[axis] <= limit."""
    beyond = [sign * face[:, axis] - limit for face in faces]
    if all((over <= near).all() for over in beyond):
        return faces
    if all((over >= -near).all() for over in beyond):
        return []
    kept: Faces = []
    opened: list[Numbers] = []
    for face, over in zip(faces, beyond, strict=True):
        part = _cut_face(face, over)
        if len(part) >= 3:
            kept.append(part)
            opened.append(part[np.abs(sign * part[:, axis] - limit) <= near])
    lid = _around(np.concatenate(opened), axis) if opened else np.empty((0, 3))
    return [*kept, lid] if len(lid) >= 3 else kept


def _cut_face(face: Numbers, over: Numbers) -> Numbers:
    """The part of a convex polygon where `over`, given at its corners, is at most 0."""
    if (over <= 0).all():
        return face
    found = []
    for i in range(len(face)):
        before, now = over[i - 1], over[i]
        if (before > 0) != (now > 0):
            found.append(face[i - 1] + before / (before - now) * (face[i] - face[i - 1]))
        if now <= 0:
            found.append(face[i])
    return np.array(found).reshape(-1, 3)


def _around(points: Numbers, axis: int) -> Numbers:
    """Points of one plane in the order of their angle about their middle."""
    flat = np.delete(points - points.mean(axis=0), axis, axis=1) if len(points) else points
    return points[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))] if len(points) else points


def _volume(faces: Faces) -> float:
    """Sum of the pyramids from a point inside to the faces."""
    middle = np.concatenate(faces).mean(axis=0)
    total = 0.0
    for face in faces:
        a = face[0] - middle
        b, c = face[1:-1] - middle, face[2:] - middle
        total += abs(float((np.cross(b, c) @ a).sum()))
    return total / 6
