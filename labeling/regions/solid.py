"""Exact volume shared by two boxes at any angle: one is cut by the six sides of the other."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["shared_volume"]

Numbers = NDArray[np.float64]
Faces = list[Numbers]
"""A convex solid as its faces, each the corners of a convex polygon in order, shape (n, 3)."""


def shared_volume(faces: Faces, size: Sequence[float]) -> float:
    """Volume of the part of a convex solid inside an upright box about the origin.

    Parameters
    ----------
    faces : list of ndarray, each of shape (n, 3)
        The solid, cut down side by side (Sutherland & Hodgman 1974, doi:10.1145/360767.360802,
        in space: what a cut lays open becomes a face).
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
