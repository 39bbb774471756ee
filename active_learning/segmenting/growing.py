"""How far a thing reaches from a click: the patch that stands out most, of a likely size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from active_learning.segmenting.cells import CellGraph

__all__ = ["CORRECTION", "THING", "Size", "distances", "grown"]

Floats = NDArray[np.float64]
Cells = NDArray[np.bool_]

STEP = 0.3
"""What crossing a border without contrast costs; one of usual contrast costs 1 more."""
BARRIER = 1e6
MOST_CONTRAST = 5.0
"""Contrasts count up to so many usual ones: one glint must not decide."""
FREE_SHARE = 0.6
"""A patch that leaves nothing of its kind beside it has a border of this quantile of contrasts."""


@dataclass(frozen=True, slots=True)
class Size:
    """A likely share of the window, and by which factor (as a logarithm) it usually differs."""

    share: float
    spread: float


THING = Size(0.08, 1.2)
CORRECTION = Size(0.006, 1.0)


def distances(graph: CellGraph, sources: list[int], within: Cells | None = None) -> Floats:
    """Return how far each cell is from the nearest source, along the path of least contrast.

    Outside `within` nothing is near.
    """
    costs = STEP + graph.contrasts / graph.usual
    one, other = graph.ends
    if within is not None:
        costs = np.where(within[one] & within[other], costs, BARRIER)
    shape = (graph.count, graph.count)
    links = csr_array((np.tile(costs, 2), (np.r_[one, other], np.r_[other, one])), shape=shape)
    found: Floats = dijkstra(links, directed=False, indices=sources, min_only=True)
    return found


def grown(graph: CellGraph, far: Floats, within: Cells, size: Size, *, is_part: bool) -> Cells:
    """Return the nearest cells, as many as make the best patch.

    Of all patches {cells nearer than t} it is the one with the largest mean contrast along its
    border, weighed by a log-normal prior on its size. `is_part`: the patch is cut out of `within`,
    so that only the border to the rest of it counts.
    """
    order = np.argsort(np.where(within, far, np.inf), kind="stable")
    rank = np.empty(graph.count, np.int64)
    rank[order] = np.arange(graph.count)
    one, other = graph.ends
    counts = within[one] & within[other] if is_part else np.ones(len(one), np.bool_)
    first = np.minimum(rank[one], rank[other])[counts]
    last = np.maximum(rank[one], rank[other])[counts]

    def along_border(values: Floats) -> Floats:
        """Sums over the borders between the k nearest cells and the others, for every k."""
        opened = np.bincount(first, values[counts], graph.count)
        closed = np.bincount(last, values[counts], graph.count)
        return np.cumsum(opened - closed)

    capped = np.minimum(graph.contrasts, MOST_CONTRAST * graph.usual + 10)
    length = along_border(graph.lengths)
    if not is_part:
        length = length + np.cumsum(graph.rims[order])
    contrast = along_border(graph.lengths * capped) / np.maximum(length, 1e-9)
    if is_part and len(graph.contrasts):
        contrast[length < 0.5] = np.quantile(graph.contrasts, FREE_SHARE)
    share = np.cumsum(graph.sizes[order]) / graph.sizes.sum()
    likely = 1 / (1 + (np.log(share / size.share) / size.spread) ** 2)
    best = int(((contrast + 1e-9) * likely)[: int(within.sum())].argmax())
    return (rank <= best) & within
