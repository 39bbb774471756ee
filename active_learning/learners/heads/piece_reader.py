"""Reads pictures piece by piece: what a backbone sees within each, around it, and its shape."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from active_learning.embeddings.encoder import Vectors, unit_rows
from active_learning.embeddings.feature_maps import STRIDE
from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.pictures import Pixels
from active_learning.learners.heads.cells import CellReader
from active_learning.learners.heads.parts import KeepsParts, Parts
from active_learning.learners.heads.pieces import OUTLINE, Piece, outlined, pieces_of
from active_learning.segmenting.cells import CellGraph

__all__ = ["PieceReader", "shape_of"]

SHAPE = 6
SHAPE_SCALE = 0.3
"""Brings what is said of shapes beside vectors of unit length."""


class PieceReader(KeepsParts):
    """See `KeptReader`: ``places`` are outlines (x, y, x, y, ...) in pixels of the original."""

    def __init__(self, encoders: Encoders, field_type: str) -> None:
        self._cells = CellReader(encoders, field_type)

    @property
    def id(self) -> str:
        """The cells' and how they are joined."""
        return f"pieces-2:{self._cells.id}"

    @property
    def form(self) -> str:
        """The picture in its own shape."""
        return "picture"

    def read(self, values: Sequence[tuple[Pixels, tuple[int, int]] | None]) -> list[Parts]:
        """Return the pieces of each picture."""
        return [_NOTHING if value is None else self._read(*value) for value in values]

    def _read(self, pixels: Pixels, size: tuple[int, int]) -> Parts:
        (seen,) = self._cells.read([(pixels, size)])
        graph, pieces = pieces_of(pixels)
        if not pieces:
            return _NOTHING
        outlines = [outlined(graph, piece) for piece in pieces]
        shapes = [
            shape_of(graph, piece, ring) for piece, ring in zip(pieces, outlines, strict=True)
        ]
        inside, around = _means(graph, pieces, _seen_by_cell(graph, seen))
        features = np.hstack(
            [unit_rows(inside), unit_rows(inside - around), SHAPE_SCALE * np.array(shapes)]
        )
        height, width = pixels.shape[:2]
        scale = np.array([size[0] / width, size[1] / height])
        places = (np.array(outlines) * scale).reshape(len(pieces), 2 * OUTLINE)
        return Parts(np.asarray(features, np.float32), places, np.array(size, np.float64))


def shape_of(graph: CellGraph, piece: Piece, ring: NDArray[np.float64]) -> list[float]:
    """Return size, fullness, slimness, roundness, contrast and share of rim of a piece."""
    area = float(graph.sizes[piece.cells].sum())
    sides = np.ptp(ring, axis=0) + 1.0
    length = float(np.linalg.norm(np.diff(ring, axis=0, append=ring[:1]), axis=1).sum())
    return [
        np.log(area / graph.sizes.sum()) / 4.0 + 1.0,
        area / float(sides.prod()),
        float(np.log(sides[0] / sides[1])),
        4.0 * np.pi * area / max(length, 1.0) ** 2,
        min(float(np.log1p(piece.contrast / graph.usual)) / 4.0, 2.0),
        float(graph.rims[piece.cells].sum()) / max(length, 1.0),
    ]


def _seen_by_cell(graph: CellGraph, seen: Parts) -> Vectors:
    """Return what the backbone sees of each cell of the picture, shape (cells, D)."""
    height, width = graph.labels.shape
    rows, columns = int(seen.extent[2]), int(seen.extent[3])
    down = np.minimum(np.arange(height) // STRIDE, rows - 1)
    right = np.minimum(np.arange(width) // STRIDE, columns - 1)
    place = (down[:, None] * columns + right).ravel()
    ones = np.ones(len(place), np.float32)
    shares = csr_matrix((ones, (graph.labels.ravel(), place)), (graph.count, rows * columns))
    sums: Vectors = np.asarray(shares @ seen.features, np.float32)
    counts: Vectors = graph.sizes[:, None].astype(np.float32)
    means: Vectors = sums / counts
    return means


def _means(graph: CellGraph, pieces: Sequence[Piece], seen: Vectors) -> tuple[Vectors, Vectors]:
    """Return the mean of what is seen within each piece, and in the cells around it."""
    borders = csr_matrix(
        (np.ones(graph.ends.shape[1], np.float32), (graph.ends[0], graph.ends[1])),
        (graph.count, graph.count),
    )
    borders = borders + borders.T
    inside = np.zeros((len(pieces), graph.count), np.float32)
    for row, piece in zip(inside, pieces, strict=True):
        row[piece.cells] = 1.0
    around = ((borders @ inside.T).T > 0) & (inside == 0)
    return _mean(inside, graph, seen), _mean(around.astype(np.float32), graph, seen)


def _mean(chosen: Vectors, graph: CellGraph, seen: Vectors) -> Vectors:
    weights = chosen * graph.sizes.astype(np.float32)
    total: Vectors = (weights @ seen) / np.maximum(weights.sum(axis=1, keepdims=True), 1.0)
    return total


_NOTHING = Parts(
    np.zeros((0, 2 * 134 + SHAPE), np.float32), np.zeros((0, 2 * OUTLINE)), np.zeros(2)
)
