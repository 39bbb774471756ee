"""Tables with lines: the grid that is drawn on a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from active_learning.prelabelers.document_tables.aligning import Box, Table, Word, rows_of

__all__ = ["Grid", "grids_of", "lines_of", "overlap_share", "ruled_table", "upright_of"]

DARKER = 20
"""Grey levels by which a line differs from what is around."""
LEAST_PX = 24
THICK_PX = 6
NEAR_PX = 4
REACH = 0.85
"""Of the grid's width or height: shorter lines part no whole row or column."""
LEAST_LINES = 3

Lines = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""Pixels of level and of upright lines, each (H, W)."""

Grid = tuple[list[float], list[float]]
"""Places of vertical and of horizontal lines, from left to right and from top to bottom."""


def lines_of(pixels: NDArray[np.uint8]) -> Lines:
    """Return where level and where upright lines are drawn in a page's picture (H, W, 3)."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    level = _long(_thin(grey, (1, THICK_PX)), (LEAST_PX, 1))
    # Where lines cross, neither is darker than what is beside it: low rows would have no sides.
    upright = _long(_thin(grey, (THICK_PX, 1)) | level, (1, LEAST_PX))
    return level, upright


def upright_of(lines: Lines) -> list[Box]:
    """Return the upright lines, in pixels of the picture."""
    count, _, boxes, _ = cv2.connectedComponentsWithStats(lines[1])
    return [
        (x + width / 2, float(y), x + width / 2, float(y + height))
        for x, y, width, height, _ in boxes[1:count].tolist()
    ]


def grids_of(lines: Lines) -> list[Grid]:
    """Return the grids that lines make, in pixels of the picture."""
    across, down = lines
    joined = cv2.dilate(across | down, np.ones((NEAR_PX, NEAR_PX), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(joined)
    grids = [_grid(across, down, boxes[number]) for number in range(1, count)]
    return [grid for grid in grids if len(grid[0]) >= LEAST_LINES <= len(grid[1])]


def ruled_table(grid: Grid, words: Sequence[Word]) -> Table:
    """Return the table of a grid, in points, with the words whose middles lie in its cells."""
    upright, level = grid
    table = Table(_between(upright), _between(level))
    for word in (word for row in rows_of(words) for word in row):
        column = _within(upright, (word.box[0] + word.box[2]) / 2)
        row = _within(level, (word.box[1] + word.box[3]) / 2)
        if column is not None and row is not None:
            table.cells.setdefault((row, column), []).append(word)
    return table


def _thin(grey: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """1 where it is darker than on both sides."""
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, size)
    return (cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, kernel) > DARKER).astype(np.uint8)


def _long(marks: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, size)
    return np.asarray(cv2.morphologyEx(marks, cv2.MORPH_OPEN, kernel), np.uint8)


def _grid(across: NDArray[np.uint8], down: NDArray[np.uint8], box: NDArray[np.int32]) -> Grid:
    left, top, width, height, _ = (int(value) for value in box)
    part = np.s_[top : top + height, left : left + width]
    level = _places(across[part].sum(axis=1) >= REACH * width)
    upright = _places(down[part].sum(axis=0) >= REACH * height)
    return [left + place for place in upright], [top + place for place in level]


def _places(is_line: NDArray[np.bool_]) -> list[float]:
    """The middles of runs, near ones joined."""
    found: list[list[int]] = []
    for at in np.flatnonzero(is_line):
        if found and at - found[-1][-1] <= NEAR_PX:
            found[-1].append(int(at))
        else:
            found.append([int(at)])
    return [(run[0] + run[-1] + 1) / 2 for run in found]


def _between(places: Sequence[float]) -> list[tuple[float, float]]:
    return list(pairwise(places))


def _within(places: Sequence[float], at: float) -> int | None:
    number = int(np.searchsorted(places, at)) - 1
    return number if 0 <= number < len(places) - 1 else None


def overlap_share(one: Box, other: Box) -> float:
    """Return how much of the first lies in the second, 0 to 1."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    area = (one[2] - one[0]) * (one[3] - one[1])
    return max(0.0, width) * max(0.0, height) / max(area, 1e-9)
