"""From pieces of pictures to polygons and masks: the surest of those that are one thing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.seed_band import DEFAULT_BAND, Band
from active_learning.learners.heads.judgement import Judgement
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import Parts
from active_learning.learners.heads.pieces import covered
from active_learning.learners.heads.scored import LEAST, judged_by_score, likeliest
from labeling.regions import mask

__all__ = ["grid_of", "judge_masks", "judge_polygons", "outline_at", "overlaps"]

LONG_SIDE = 128
"""Of the grid on which overlaps are counted."""
SAME, WITHIN = 0.3, 0.7
"""Overlap (IoU), or share of the smaller one, from which two pieces are of one thing."""
STRAY_SHARE = 0.004
"""Of its length by which an outline is made simpler."""
DIGITS = 1
Geometry = dict[str, Any]


def judge_polygons(
    heads: Heads, inputs: Sequence[Parts], band: Band = DEFAULT_BAND
) -> list[Judgement]:
    """Return the things in each picture as polygons, and how sure the least decided ones are."""
    return [_judge(heads, parts, band, _polygon) for parts in inputs]


def judge_masks(
    heads: Heads, inputs: Sequence[Parts], band: Band = DEFAULT_BAND
) -> list[Judgement]:
    """Return the things in each picture as masks of its own size."""
    return [_judge(heads, parts, band, _mask) for parts in inputs]


def _judge(
    heads: Heads, parts: Parts, band: Band, geometry_of: Callable[[Parts, int], Geometry]
) -> Judgement:
    names, scores = likeliest(heads, parts)
    likely = np.flatnonzero(scores >= LEAST)
    kept = _apart(parts, likely[np.argsort(-scores[likely], kind="stable")])
    shown = [names[place] for place in kept]
    return judged_by_score(shown, scores[kept], lambda i: geometry_of(parts, kept[i]), band)


def _apart(parts: Parts, order: NDArray[np.intp]) -> list[int]:
    """Return those pieces, in their order, that are no part of an earlier one, nor it of them."""
    if len(order) == 0:
        return []
    bits = _bits(parts, order.tolist())
    shared = bits.astype(np.float32) @ bits.T.astype(np.float32)
    areas = np.maximum(np.diag(shared), 1.0)
    joined = areas[:, None] + areas - shared
    is_one = (shared >= SAME * joined) | (shared >= WITHIN * np.minimum(areas[:, None], areas))
    kept: list[int] = []
    for row in range(len(order)):
        if not is_one[row, kept].any():
            kept.append(row)
    return [int(order[row]) for row in kept]


def _bits(parts: Parts, places: Iterable[int]) -> NDArray[np.bool_]:
    """Return what of the grid each piece covers, shape (pieces, rows * columns)."""
    grid = grid_of(parts)
    size = (float(parts.extent[0]), float(parts.extent[1]))
    return np.array([covered([outline_at(parts, p)], size, grid).ravel() for p in places])


def grid_of(parts: Parts) -> tuple[int, int]:
    """Return rows and columns of the grid on which a picture's pieces are compared."""
    width, height = parts.extent[:2]
    scale = LONG_SIDE / max(width, height, 1.0)
    return max(1, round(height * scale)), max(1, round(width * scale))


def overlaps(parts: Parts, marked: Sequence[NDArray[np.bool_]]) -> NDArray[np.float64]:
    """Return the overlap (IoU) of each piece with marks on the grid, shape (P, marks)."""
    mine = _bits(parts, range(len(parts)))
    theirs = np.array([bits.ravel() for bits in marked])
    shared = mine.astype(np.float64) @ theirs.T.astype(np.float64)
    joined = mine.sum(axis=1)[:, None] + theirs.sum(axis=1) - shared
    found: NDArray[np.float64] = shared / np.maximum(joined, 1.0)
    return found


def outline_at(parts: Parts, place: int) -> NDArray[np.float64]:
    """Return a piece's outline, shape (points, 2)."""
    outline: NDArray[np.float64] = parts.places[place].reshape(-1, 2)
    return outline


def _polygon(parts: Parts, place: int) -> Geometry:
    ring = outline_at(parts, place).astype(np.float32)
    simple = cv2.approxPolyDP(ring, STRAY_SHARE * cv2.arcLength(ring, closed=True), closed=True)
    points = simple[:, 0] if len(simple) > 2 else ring
    return {"rings": [points.astype(np.float64).round(DIGITS).tolist()]}


def _mask(parts: Parts, place: int) -> Geometry:
    width, height = (int(side) for side in parts.extent[:2])
    bits = covered([outline_at(parts, place)], (width, height), (height, width))
    return mask.from_array(bits)
