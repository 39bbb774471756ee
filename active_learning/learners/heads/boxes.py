"""From cells to boxes: each cell says a class and how far the sides are; the surest ones stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.seed_band import DEFAULT_BAND, Band
from active_learning.learners.heads.cells import spacing_of, with_context
from active_learning.learners.heads.features import Features
from active_learning.learners.heads.judgement import Judgement
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import BACKGROUND, Parts
from active_learning.learners.heads.scored import LEAST, judged_by_score

__all__ = ["HIDDEN", "SIDES", "Found", "find_boxes", "hidden_of", "judge_boxes"]

HIDDEN, SIDES = "hidden", "sides"
SAME, WITHIN = 0.4, 0.7
"""Overlap (IoU), or share of the smaller one, from which two boxes of a class are one."""
MOST = 1_000
LONGEST = 6.0
"""Of a side, as the logarithm of cells."""
DIGITS = 1


@dataclass(frozen=True)
class Found:
    """Boxes of one picture, surest first.

    Attributes
    ----------
    corners : float array of shape (N, 4)
        Left, top, right, bottom in pixels.
    classes : int array of shape (N,)
        Columns of the head.
    scores : float array of shape (N,)
    """

    corners: NDArray[np.floating]
    classes: NDArray[np.intp]
    scores: NDArray[np.floating]


def judge_boxes(
    heads: Heads, inputs: Sequence[Parts], band: Band = DEFAULT_BAND
) -> list[Judgement]:
    """Return the boxes in each picture, and how sure the least decided ones are."""
    return [_judge(heads, parts, band) for parts in inputs]


def _judge(heads: Heads, parts: Parts, band: Band) -> Judgement:
    found = find_boxes(heads, parts)
    names = [heads.main.classes[column] for column in found.classes]
    return judged_by_score(names, found.scores, lambda i: _geometry(found.corners[i]), band)


def find_boxes(heads: Heads, parts: Parts, *, least: float = LEAST) -> Found:
    """Return all boxes of at least a probability, one a thing."""
    if len(parts) == 0:
        return Found(np.zeros((0, 4)), np.zeros(0, np.intp), np.zeros(0))
    hidden = hidden_of(heads, parts)
    rows = heads.main.predict_proba(hidden)
    rows[:, heads.main.classes.index(BACKGROUND)] = 0.0
    best, scores = rows.argmax(axis=1), rows.max(axis=1)
    kept = np.flatnonzero(scores >= least)
    kept = kept[np.argsort(-scores[kept], kind="stable")][:MOST]
    sides = np.exp(np.clip(heads.more[SIDES].logits(hidden.rows(kept)), -LONGEST, LONGEST))
    corners = _corners(parts, kept, sides)
    return _merged(Found(corners, best[kept], scores[kept]))


def hidden_of(heads: Heads, parts: Parts) -> Features:
    """Return the hidden layer of each cell: what both heads read."""
    states = heads.more[HIDDEN].logits(Features(with_context(parts)))
    return Features(np.maximum(states, 0.0))


def _corners(
    parts: Parts, cells: NDArray[np.intp], sides: NDArray[np.floating]
) -> NDArray[np.floating]:
    """Return corners within the picture from distances to left, top, right, bottom in cells."""
    spacing, size = spacing_of(parts), parts.extent[:2]
    near = parts.places[cells] - sides[:, :2] * spacing
    far = parts.places[cells] + sides[:, 2:] * spacing
    return np.hstack([np.clip(near, 0.0, size), np.clip(far, 0.0, size)])


def _merged(found: Found) -> Found:
    """Keep the surest of boxes that are one, its sides the mean of theirs weighted by score.

    References
    ----------
    Gidaris & Komodakis (2015), "Object detection via a multi-region and semantic segmentation-aware
    CNN model" (box voting), arXiv:1505.01749.
    """
    left = np.ones(len(found.scores), dtype=bool)
    corners, places = [], []
    for place in range(len(found.scores)):
        if not left[place]:
            continue
        overlap, share = _overlaps(found.corners[place], found.corners)
        is_one = (overlap >= SAME) | (share >= WITHIN)
        same = left & (found.classes == found.classes[place]) & is_one
        same[place] = True
        shares = found.scores[same] / found.scores[same].sum()
        corners.append(shares @ found.corners[same])
        places.append(place)
        left &= ~same
    sides = np.array(corners).reshape(-1, 4)
    whole = (sides[:, 2] - sides[:, 0] >= 1.0) & (sides[:, 3] - sides[:, 1] >= 1.0)
    kept = np.array(places, dtype=np.intp)[whole]
    return Found(sides[whole], found.classes[kept], found.scores[kept])


def _overlaps(
    one: NDArray[np.floating], others: NDArray[np.floating]
) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Return the overlap (IoU) of one box with others, and the share of the smaller one."""
    near, far = np.maximum(one[:2], others[:, :2]), np.minimum(one[2:], others[:, 2:])
    shared = np.clip(far - near, 0.0, None).prod(axis=1)
    mine, theirs = (one[2:] - one[:2]).prod(), (others[:, 2:] - others[:, :2]).prod(axis=1)
    joined = np.maximum(mine + theirs - shared, 1e-9)
    return shared / joined, shared / np.maximum(np.minimum(mine, theirs), 1e-9)


def _geometry(corners: NDArray[np.floating]) -> dict[str, float]:
    x, y, right, bottom = (round(float(number), DIGITS) for number in corners)
    return {"x": x, "y": y, "width": round(right - x, DIGITS), "height": round(bottom - y, DIGITS)}
