"""Open lines through points; they have length, but no area."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from labeling.regions.box import FIELDS
from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.plane import bounding_box_of
from labeling.regions.reading import outside, read_points
from labeling.regions.volume import on_slices

__all__ = ["BUFFER_PX", "KIND", "length"]

BUFFER_PX = 5.0
"""Two lines agree where they run closer than this."""

SAMPLES = 128
SEGMENTS_AT_ONCE = 4_096

Points = NDArray[np.float64]


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    points = read_points(geometry.get("points"), "/points", 2, 2, faults)
    if points is None:
        return faults
    if length(geometry) <= 0:
        faults.append(("/points", "all points are the same, the line has no length"))
    for i, (x, y) in enumerate(points):
        said = outside(x, y, bounds)
        if said:
            return [*faults, (f"/points/{i}", said)]
    return faults


def _points(geometry: Geometry) -> Points:
    return np.asarray(geometry["points"], dtype=np.float64)


def length(geometry: Geometry) -> float:
    """Length along the line in pixels."""
    steps = np.diff(_points(geometry), axis=0)
    return float(np.hypot(steps[:, 0], steps[:, 1]).sum())


def _samples(points: Points) -> Points:
    """Points at equal distances along the line, shape (SAMPLES, 2)."""
    steps = np.diff(points, axis=0)
    along = np.concatenate([[0.0], np.hypot(steps[:, 0], steps[:, 1]).cumsum()])
    at = np.linspace(0.0, along[-1], SAMPLES)
    return np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], 1)


def _distances(samples: Points, line: Points) -> NDArray[np.float64]:
    """Distance of each sample to the line, shape (SAMPLES,)."""
    nearest = np.full(len(samples), np.inf)
    for i in range(0, len(line) - 1, SEGMENTS_AT_ONCE):
        some = line[i : i + SEGMENTS_AT_ONCE + 1]
        start, step = some[:-1], np.diff(some, axis=0)
        squared = np.maximum((step**2).sum(axis=1), 1e-300)
        gap = samples[:, None, :] - start[None]
        t = np.clip((gap * step[None]).sum(axis=2) / squared, 0.0, 1.0)
        away = gap - t[:, :, None] * step[None]
        np.minimum(nearest, np.sqrt((away**2).sum(axis=2)).min(axis=1), out=nearest)
    return nearest


def _iou(a: Geometry, b: Geometry) -> float:
    """Share of both lines' length that runs within BUFFER_PX of the other line.

    The buffer method of Heipke et al. (1997), "Evaluation of automatic road extraction",
    with completeness and correctness weighted by length.
    """
    first, second = _points(a), _points(b)
    near_a = float((_distances(_samples(first), second) <= BUFFER_PX).mean())
    near_b = float((_distances(_samples(second), first) <= BUFFER_PX).mean())
    length_a, length_b = length(a), length(b)
    return (near_a * length_a + near_b * length_b) / (length_a + length_b)


def _bounding_box(geometry: Geometry) -> BoundingBox:
    return bounding_box_of(geometry["points"])


def _area(_geometry: Geometry) -> float:
    return 0.0


def _key(geometry: Geometry) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in geometry["points"])


KIND = on_slices(RegionKind("polyline", FIELDS, _validate, _bounding_box, _area, _iou, _key))
