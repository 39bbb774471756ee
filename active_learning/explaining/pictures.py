"""Pictures in parts: the squares of a grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["COARSE", "FINE", "Cell", "finer_cells", "grid_parts", "without_cells"]

COARSE, FINE = 4, 8
"""Squares along a side, first and then within the weightiest."""
Cell = tuple[int, int, int]
"""Row and column of a square, and how many squares there are along a side."""


def grid_parts(side: int = COARSE) -> list[Cell]:
    """Return the squares of a grid, row by row."""
    return [(row, column, side) for row in range(side) for column in range(side)]


def finer_cells(cell: Cell) -> list[Cell]:
    """Return the four squares inside a coarse one; a fine one has none."""
    row, column, side = cell
    if side >= FINE:
        return []
    return [(2 * row + below, 2 * column + right, 2 * side) for below in (0, 1) for right in (0, 1)]


def without_cells(pixels: NDArray[np.uint8], cell: Cell) -> NDArray[np.uint8]:
    """Return a copy with one square in the picture's mean colour.

    Parameters
    ----------
    pixels : array of shape (H, W, 3)
    """
    row, column, side = cell
    height, width = pixels.shape[:2]
    rows = slice(row * height // side, (row + 1) * height // side)
    columns = slice(column * width // side, (column + 1) * width // side)
    hidden = pixels.copy()
    hidden[rows, columns] = pixels.reshape(-1, 3).mean(axis=0).round().astype(np.uint8)
    return hidden
