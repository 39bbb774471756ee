"""Pictures as cells: a vector every few pixels, with the place that it is about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load, save
from scipy.ndimage import uniform_filter

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.feature_maps import CHANNELS, STRIDE, FeatureMaps
from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.pictures import LONG_SIDE, Pixels
from active_learning.learners.heads.parts import Parts

__all__ = ["DIMENSIONS", "CellReader", "spacing_of", "with_context"]

DIMENSIONS = 128
SEED = 5
REACH = 2
"""Cells on each side that are context."""
COLOURS = 6
COLOUR_SCALE = 4.0


class CellReader:
    """Reads pictures cell by cell; see `KeptReader`.

    The backbone's 472 channels go through a fixed random projection, which keeps what a head can
    tell apart (Johnson and Lindenstrauss) and lets thousands of pictures be kept; beside it stands
    the colour of the cell, mean and spread, which the deeper layers forget.
    """

    def __init__(self, encoders: Encoders, field_type: str) -> None:
        del field_type  # only images have cells
        self._maps = FeatureMaps(encoders.models)
        self._projection = projection()

    @property
    def id(self) -> str:
        """The backbone's, and how it is read."""
        return f"cells-1:{LONG_SIDE}:{self._maps.id}"

    @property
    def form(self) -> str:
        """The picture in its own shape."""
        return "picture"

    def read(self, values: Sequence[tuple[Pixels, tuple[int, int]] | None]) -> list[Parts]:
        """Return the cells of each picture; places are middles in pixels of the original."""
        return [_NOTHING if value is None else self._read(*value) for value in values]

    def _read(self, pixels: Pixels, size: tuple[int, int]) -> Parts:
        maps = self._maps.encode(pixels)
        rows, columns = maps.shape[:2]
        features = np.hstack(
            [maps.reshape(rows * columns, CHANNELS) @ self._projection, _colours(pixels)]
        )
        scale = size[0] / pixels.shape[1], size[1] / pixels.shape[0]
        x = (np.arange(columns) + 0.5) * STRIDE * scale[0]
        y = (np.arange(rows) + 0.5) * STRIDE * scale[1]
        places = np.column_stack([np.tile(x, rows), np.repeat(y, columns)])
        extent = np.array([*size, rows, columns, STRIDE * scale[0], STRIDE * scale[1]])
        return Parts(np.asarray(features, dtype=np.float32), places, extent)

    def pack(self, item: Parts) -> bytes:
        """Return cells as bytes, a byte a number: their noise is below that of the labels."""
        largest = np.maximum(np.abs(item.features).max(axis=0, initial=0.0), 1e-6)
        tensors = {
            "features": np.rint(item.features / largest * 127).astype(np.int8),
            "largest": largest.astype(np.float32),
            "places": item.places.astype(np.float32),
            "extent": item.extent,
        }
        return save({name: np.ascontiguousarray(array) for name, array in tensors.items()})

    def unpack(self, content: bytes) -> Parts:
        """Read what `pack` wrote."""
        tensors = load(content)
        scale = tensors["largest"] / np.float32(127)
        features = np.asarray(tensors["features"] * scale, dtype=np.float32)
        return Parts(features, tensors["places"].astype(np.float64), tensors["extent"])


def spacing_of(parts: Parts) -> NDArray[np.float64]:
    """Return pixels of the original from a cell to the next, across and down."""
    return parts.extent[4:6]


def with_context(parts: Parts) -> Vectors:
    """Return each cell's features beside the mean of those around it, shape (P, 2 D).

    Not kept but made when asked for: it would double what is stored.
    """
    if len(parts) == 0:
        return np.zeros((0, 2 * parts.features.shape[1]), np.float32)
    rows, columns = int(parts.extent[2]), int(parts.extent[3])
    grid = parts.features.reshape(rows, columns, -1)
    near = uniform_filter(grid, size=(2 * REACH + 1, 2 * REACH + 1, 1), mode="nearest")
    both = np.concatenate([grid, near], axis=2)
    return np.asarray(both.reshape(rows * columns, -1), dtype=np.float32)


def projection() -> Vectors:
    """Return orthonormal columns, shape (CHANNELS, DIMENSIONS), always the same."""
    drawn = np.random.default_rng(SEED).normal(size=(CHANNELS, DIMENSIONS))
    basis, _ = np.linalg.qr(drawn)
    return np.asarray(basis, dtype=np.float32) * np.float32(0.5)


def _colours(pixels: Pixels) -> Vectors:
    """Return mean and spread of each cell's red, green and blue, shape (cells, COLOURS)."""
    height, width = pixels.shape[:2]
    shape = (-(-height // STRIDE), -(-width // STRIDE))
    short = (shape[0] * STRIDE - height, shape[1] * STRIDE - width)
    whole = np.pad(pixels, ((0, short[0]), (0, short[1]), (0, 0)), mode="edge")
    cells = whole.reshape(shape[0], STRIDE, shape[1], STRIDE, 3).astype(np.float32) / 255.0
    means, spreads = cells.mean(axis=(1, 3)), cells.std(axis=(1, 3))
    both = np.concatenate([means - 0.5, spreads], axis=2).reshape(-1, COLOURS)
    return np.asarray(both * COLOUR_SCALE, dtype=np.float32)


_NOTHING = Parts(np.zeros((0, DIMENSIONS + COLOURS), np.float32), np.zeros((0, 2)), np.zeros(6))
