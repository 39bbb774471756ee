"""Pictures as pieces: what hangs together by its colour at any size, each with its outline.

References
----------
Uijlings, van de Sande, Gevers & Smeulders (2013), "Selective Search for Object Recognition",
https://doi.org/10.1007/s11263-013-0620-5 (cells merged by likeness, every merger a proposal).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from active_learning.segmenting.cells import CellGraph, graph_of

__all__ = ["OUTLINE", "Piece", "covered", "outlined", "pieces_of"]

CELLS = 500
MOST_PIECES = 300
LEAST_SHARE, MOST_SHARE = 0.0005, 0.6
"""Of the picture that a piece may cover."""
GROWS = 1.15
"""A merger that adds less to a piece is the same piece."""
OUTLINE = 64
"""Points of an outline, at equal steps along it."""


@dataclass(frozen=True)
class Piece:
    """Some cells of a picture that hang together.

    Attributes
    ----------
    cells : int array, the cells' numbers
    contrast : how much its last merger spreads colours
    """

    cells: NDArray[np.int64]
    contrast: float


@dataclass
class _Tree:
    """Cells merged two by two, the most alike neighbours first."""

    colours: list[NDArray[np.float64]]
    sizes: list[float]
    around: list[set[int]]
    members: list[tuple[int, ...]]

    @classmethod
    def of(cls, graph: CellGraph) -> _Tree:
        around: list[set[int]] = [set() for _ in range(graph.count)]
        for one, other in graph.ends.T.tolist():
            around[one].add(other)
            around[other].add(one)
        members: list[tuple[int, ...]] = [(cell,) for cell in range(graph.count)]
        return cls(list(graph.colours), graph.sizes.tolist(), around, members)

    def differ(self, one: int, other: int) -> float:
        """Return how much joining two nodes spreads their colours (Ward's criterion).

        By colour alone a large node swallows its neighbours one by one.
        """
        a, b = self.sizes[one], self.sizes[other]
        apart = float(np.linalg.norm(self.colours[one] - self.colours[other]))
        return apart * float(np.sqrt(a * b / (a + b)))

    def merge(self, one: int, other: int) -> int:
        """Join two nodes and return the new one's number."""
        size = self.sizes[one] + self.sizes[other]
        mean = self.colours[one] * self.sizes[one] + self.colours[other] * self.sizes[other]
        new = len(self.sizes)
        self.colours.append(mean / size)
        self.sizes.append(size)
        self.around.append((self.around[one] | self.around[other]) - {one, other})
        self.members.append(self.members[one] + self.members[other])
        for node in self.around[new]:
            self.around[node] -= {one, other}
            self.around[node].add(new)
        return new


def pieces_of(picture: NDArray[np.uint8]) -> tuple[CellGraph, list[Piece]]:
    """Return a picture's cells and its pieces, those that stand out most first.

    Parameters
    ----------
    picture
        (height, width, 3), sRGB.
    """
    graph = graph_of(picture, CELLS)
    whole = float(graph.sizes.sum())
    found = [
        piece
        for piece, size in _mergers(graph)
        if LEAST_SHARE * whole <= size <= MOST_SHARE * whole
    ]
    found.sort(key=lambda piece: -piece.contrast)
    return graph, found[:MOST_PIECES]


def _mergers(graph: CellGraph) -> Iterator[tuple[Piece, float]]:
    """Yield every node of the tree that its next merger changes by much, with its size."""
    tree = _Tree.of(graph)
    queue = [(tree.differ(a, b), a, b) for a, b in graph.ends.T.tolist()]
    heapq.heapify(queue)
    gone: set[int] = set()
    while queue:
        contrast, one, other = heapq.heappop(queue)
        if one in gone or other in gone:
            continue
        new = tree.merge(one, other)
        gone |= {one, other}
        for node in (one, other):
            if tree.sizes[new] > GROWS * tree.sizes[node]:
                yield Piece(np.array(tree.members[node]), contrast), tree.sizes[node]
        for node in tree.around[new]:
            heapq.heappush(queue, (tree.differ(new, node), new, node))


def outlined(graph: CellGraph, piece: Piece) -> NDArray[np.float64]:
    """Return the outline of a piece's largest part, shape (OUTLINE, 2), x and y in pixels."""
    inside = np.zeros(graph.count, np.uint8)
    inside[piece.cells] = 1
    rings, _ = cv2.findContours(inside[graph.labels], cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    ring = np.asarray(max(rings, key=len))[:, 0].astype(np.float64) + 0.5
    return ring[np.linspace(0, len(ring), OUTLINE, endpoint=False).astype(np.int64)]


def covered(
    rings: Sequence[NDArray[np.floating]], size: tuple[float, float], grid: tuple[int, int]
) -> NDArray[np.bool_]:
    """Return which places of a grid lie within rings, and not within a ring's own hole.

    Parameters
    ----------
    rings
        Each (points, 2), x and y in pixels of a picture of ``size`` (width, height).
    grid
        Rows and columns.
    """
    bits = np.zeros(grid, np.uint8)
    scale = np.array([grid[1] / size[0], grid[0] / size[1]])
    shrunk = [np.floor(np.asarray(ring) * scale).astype(np.int32) for ring in rings]
    cv2.fillPoly(bits, shrunk, 1)
    return bits.astype(bool)
