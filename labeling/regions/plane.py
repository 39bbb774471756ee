"""Exact measure of what two plane figures share, from straight edges only.

Between neighbouring ordinates of vertices and crossings no two edges cross, so the width of any
combination of the figures is linear there, and its integral is height times the middle width.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from labeling.regions.kind import BoundingBox

__all__ = ["Edges", "bounding_box_of", "edges_of", "iou_of", "ring_area"]

Point = Sequence[float]
Ring = Sequence[Point]
Part = Sequence[Ring]

Edges = NDArray[np.float64]
"""One part as edges, shape (n, 4): x1, y1, x2, y2."""

Numbers = NDArray[np.float64]
Indices = NDArray[np.intp]

# Bounds on memory (a few dozen MB) and time; real outlines stay far below the last two.
_CHUNK = 4_000_000
_MAX_EXACT_EDGES = 5_000
_MAX_MEETINGS = 2_000_000


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
    """Intersection over union of two figures, each given by its parts.

    A part is filled by the even-odd rule; a figure is the union of its parts.
    """
    if not _may_touch(np.concatenate(a), np.concatenate(b)):
        return 0.0
    parts = [*a, *b]
    edges = np.concatenate(parts)
    part_of = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    levels = _levels(edges)
    slab, edge = _slabs_met(edges, levels)
    x = _abscissas(edges[edge], (levels[slab] + levels[slab + 1]) / 2)
    step = _steps(part_of[edge], slab, x)
    order = np.lexsort((x, slab))
    x, slab, step = x[order], slab[order], step[order]
    first = part_of[edge][order] < len(a)
    in_a, in_b = (np.cumsum(np.where(of, step, 0))[:-1] > 0 for of in (first, ~first))
    # Every slab starts and ends outside, so what lies between two slabs is never inside.
    areas = np.diff(x) * (levels[slab[:-1] + 1] - levels[slab[:-1]])
    joined = float(areas[in_a | in_b].sum())
    return min(float(areas[in_a & in_b].sum()) / joined, 1.0) if joined > 0 else 0.0


def _may_touch(a: Edges, b: Edges) -> bool:
    low_a, high_a = a.reshape(-1, 2).min(axis=0), a.reshape(-1, 2).max(axis=0)
    low_b, high_b = b.reshape(-1, 2).min(axis=0), b.reshape(-1, 2).max(axis=0)
    return bool(np.all(low_a < high_b) and np.all(low_b < high_a))


def _levels(edges: Edges) -> Numbers:
    """Ascending y between which no edges cross; for figures of absurd detail, even lines."""
    if len(edges) <= _MAX_EXACT_EDGES:
        levels = np.unique(np.concatenate([edges[:, 1], _crossings(edges)]))
        if _count_of_slabs(edges, levels)[1].sum() <= _MAX_MEETINGS:
            return levels
    ys = edges[:, 1]
    return np.linspace(ys.min(), ys.max(), max(_MAX_MEETINGS // len(edges), 16) + 1)


def _count_of_slabs(edges: Edges, levels: Numbers) -> tuple[Indices, Indices]:
    """The first slab, and the number of slabs, whose middle lies between an edge's ends."""
    middles = (levels[:-1] + levels[1:]) / 2
    first = np.searchsorted(middles, np.minimum(edges[:, 1], edges[:, 3]))
    last = np.searchsorted(middles, np.maximum(edges[:, 1], edges[:, 3]))
    return first, last - first


def _crossings(edges: Edges) -> Numbers:
    """y where two edges cross between their ends, shape (k,)."""
    low = np.minimum(edges[:, :2], edges[:, 2:])
    high = np.maximum(edges[:, :2], edges[:, 2:])
    step = max(1, _CHUNK // len(edges))
    found = []
    for start in range(0, len(edges), step):
        some = slice(start, start + step)
        near = (low[some, None, 1] < high[None, :, 1]) & (low[None, :, 1] < high[some, None, 1])
        near &= (low[some, None, 0] < high[None, :, 0]) & (low[None, :, 0] < high[some, None, 0])
        i, j = np.nonzero(near)
        kept = i + start < j
        found.append(_crossings_of(edges[i[kept] + start], edges[j[kept]]))
    return np.concatenate(found)


def _crossings_of(first: Edges, second: Edges) -> Numbers:
    """y where pairs of edges cross, for those pairs that do."""
    x1, y1, x2, y2 = first[:, 0], first[:, 1], second[:, 0], second[:, 1]
    dx1, dy1 = first[:, 2] - x1, first[:, 3] - y1
    dx2, dy2 = second[:, 2] - x2, second[:, 3] - y2
    cross = dx1 * dy2 - dy1 * dx2
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ((x2 - x1) * dy2 - (y2 - y1) * dx2) / cross
        u = ((x2 - x1) * dy1 - (y2 - y1) * dx1) / cross
    hit = (cross != 0) & (t > 0) & (t < 1) & (u > 0) & (u < 1)
    ordinates: Numbers = y1[hit] + t[hit] * dy1[hit]
    return ordinates


def _slabs_met(edges: Edges, levels: Numbers) -> tuple[Indices, Indices]:
    """Every pair of a slab (from one level to the next) and an edge that meets its middle."""
    first, counts = _count_of_slabs(edges, levels)
    edge = np.repeat(np.arange(len(edges)), counts)
    before = np.cumsum(counts) - counts
    slab = np.arange(len(edge)) - before[edge] + first[edge]
    return slab, edge


def _abscissas(edges: Edges, y: Numbers) -> Numbers:
    """x of each edge at its y."""
    share = (y - edges[:, 1]) / (edges[:, 3] - edges[:, 1])
    x: Numbers = edges[:, 0] + share * (edges[:, 2] - edges[:, 0])
    return x


def _steps(part: Indices, slab: Indices, x: Numbers) -> Indices:
    """+1 where a line from the left enters its part, -1 where it leaves it."""
    order = np.lexsort((x, slab, part))
    steps = np.empty(len(x), dtype=np.intp)
    steps[order] = 1 - 2 * (np.arange(len(x)) % 2)  # each part is met an even number of times
    return steps
