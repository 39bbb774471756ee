"""Exact measure of what two plane figures share, from straight edges only.

Between neighbouring ordinates of vertices and crossings no two edges cross, so the width of any
combination of the figures is linear there, and its integral is height times the middle width.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from labeling.regions.kind import BoundingBox

__all__ = ["Edges", "bounding_box_of", "edges_of", "iou_of", "ring_area"]

Point = Sequence[float]
Ring = Sequence[Point]
Part = Sequence[Ring]

Edges = NDArray[np.float64]
"""One part as edges, shape (n, 4): x1, y1, x2, y2."""

Intervals = list[tuple[float, float]]

# Edge pairs compared at once; bounds memory to about 32 MB a temporary.
_CHUNK = 4_000_000


def ring_area(ring: Ring) -> float:
    """Area inside a ring by the shoelace formula, whatever its direction."""
    points = np.asarray([point[:2] for point in ring], dtype=np.float64)
    points = points - points[0]  # small numbers lose less to rounding
    x, y = points[:, 0], points[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def bounding_box_of(points: Sequence[Point]) -> BoundingBox:
    """Smallest upright box around points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def edges_of(part: Part) -> Edges:
    """Edges of a part: its outer ring and holes, each closed."""
    rings = [np.asarray([p[:2] for p in ring], dtype=np.float64) for ring in part]
    return np.concatenate([np.hstack([ring, np.roll(ring, -1, axis=0)]) for ring in rings])


def iou_of(a: Sequence[Edges], b: Sequence[Edges]) -> float:
    """Intersection over union of two figures, each given by its parts (even-odd inside a part)."""
    if not _may_touch(np.concatenate(a), np.concatenate(b)):
        return 0.0
    shared = joined = 0.0
    for low, high in pairwise(_ordinates(np.concatenate([*a, *b]))):
        middle = (low + high) / 2
        first, second = _inside(a, middle), _inside(b, middle)
        both = _length(_intersect(first, second))
        shared += both * (high - low)
        joined += (_length(first) + _length(second) - both) * (high - low)
    return min(shared / joined, 1.0) if joined else 0.0


def _may_touch(a: Edges, b: Edges) -> bool:
    low_a, high_a = a.reshape(-1, 2).min(axis=0), a.reshape(-1, 2).max(axis=0)
    low_b, high_b = b.reshape(-1, 2).min(axis=0), b.reshape(-1, 2).max(axis=0)
    return bool(np.all(low_a < high_b) and np.all(low_b < high_a))


def _ordinates(edges: Edges) -> list[float]:
    """Ascending y of every vertex and every crossing."""
    found = [edges[:, 1]]
    step = max(1, _CHUNK // len(edges))
    found.extend(
        _crossings(edges[start : start + step], edges) for start in range(0, len(edges), step)
    )
    return [float(y) for y in np.unique(np.concatenate(found))]


def _crossings(some: Edges, edges: Edges) -> NDArray[np.float64]:
    """y where edges of two sets cross, shape (k,)."""
    x1, y1 = some[:, 0, None], some[:, 1, None]
    dx1, dy1 = some[:, 2, None] - x1, some[:, 3, None] - y1
    x2, y2 = edges[None, :, 0], edges[None, :, 1]
    dx2, dy2 = edges[None, :, 2] - x2, edges[None, :, 3] - y2
    cross = dx1 * dy2 - dy1 * dx2
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ((x2 - x1) * dy2 - (y2 - y1) * dx2) / cross
        u = ((x2 - x1) * dy1 - (y2 - y1) * dx1) / cross
        hit = (cross != 0) & (t > 0) & (t < 1) & (u > 0) & (u < 1)
        ordinates: NDArray[np.float64] = (y1 + t * dy1)[hit]
    return ordinates


def _inside(parts: Sequence[Edges], y: float) -> Intervals:
    """Where the horizontal line at y runs inside a figure; overlapping parts join."""
    found: Intervals = []
    for edges in parts:
        top, bottom = edges[:, 1], edges[:, 3]
        met = edges[(top < y) != (bottom < y)]
        x = met[:, 0] + (y - met[:, 1]) / (met[:, 3] - met[:, 1]) * (met[:, 2] - met[:, 0])
        x.sort()
        found.extend(zip(x[::2].tolist(), x[1::2].tolist(), strict=False))
    return _join(found) if len(parts) > 1 else found


def _join(intervals: Intervals) -> Intervals:
    joined: Intervals = []
    for start, end in sorted(intervals):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _intersect(a: Intervals, b: Intervals) -> Intervals:
    found: Intervals = []
    i = j = 0
    while i < len(a) and j < len(b):
        start, end = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if start < end:
            found.append((start, end))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return found


def _length(intervals: Intervals) -> float:
    return sum(end - start for start, end in intervals)
