"""The picture of a medium, and boxes that were found in it as regions of the original."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from active_learning.prelabelers.base import Medium, PrelabelerFault, View

__all__ = [
    "DISPLAY",
    "Square",
    "box_within",
    "display_view",
    "kept_apart",
    "picture_of",
    "size_of",
    "squared",
]

DISPLAY = View("display")
LEAST_SIDE_PX = 1.0

Square = tuple[float, float, float]
"""Left, top and side of a part of a picture, in its pixels."""


def display_view(facts: Mapping[str, Any]) -> Sequence[View]:
    """Ask for the picture upright, in eight bits: the decoder made it in a process of its own."""
    return (DISPLAY,)


def picture_of(medium: Medium, view: View = DISPLAY) -> NDArray[np.uint8]:
    """Return a view as pixels of shape (H, W, 3), RGB."""
    path = medium.views.get(view)
    if path is None:
        raise PrelabelerFault("unreadable", "The picture cannot be shown.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                return np.asarray(image.convert("RGB"))
    except (OSError, ValueError, Image.DecompressionBombWarning) as error:
        raise PrelabelerFault("unreadable", f"The picture cannot be read: {error}") from error


def size_of(medium: Medium, pixels: NDArray[np.uint8]) -> tuple[float, float]:
    """Return the upright original's width and height, in whose pixels regions count."""
    width, height = medium.facts.get("width"), medium.facts.get("height")
    return float(width or pixels.shape[1]), float(height or pixels.shape[0])


def squared(pixels: NDArray[np.uint8], part: Square, side: int) -> NDArray[np.uint8]:
    """Return a part of a picture as (side, side, 3); what lies outside the picture is black."""
    left, top, wide = part
    within = (round(left), round(top), round(left + wide), round(top + wide))
    cut = Image.fromarray(pixels).crop(within)
    return np.asarray(cut.resize((side, side), Image.Resampling.BILINEAR), np.uint8)


def box_within(
    left: float, top: float, right: float, bottom: float, size: tuple[float, float]
) -> dict[str, float] | None:
    """Return a box cut off at the edges of a picture (width, height); None where none is left."""
    if not math.isfinite(left + top + right + bottom):
        return None
    x, y = max(0.0, left), max(0.0, top)
    width, height = min(size[0], right) - x, min(size[1], bottom) - y
    if min(width, height) < LEAST_SIDE_PX:
        return None
    return {
        "x": round(x, 2),
        "y": round(y, 2),
        "width": round(width, 2),
        "height": round(height, 2),
    }


def kept_apart(
    boxes: NDArray[np.float64], scores: NDArray[np.float64], overlap: float
) -> NDArray[np.int64]:
    """Return rows of the boxes that no surer box overlaps too much, the surest first.

    Parameters
    ----------
    boxes : ndarray, shape (N, 4)
        Left, top, right, bottom.
    scores : ndarray, shape (N,)
    overlap : float
        Intersection over union from which two boxes are the same thing.
    """
    order = np.argsort(-scores, kind="stable")
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    kept: list[int] = []
    while len(order):
        best, order = int(order[0]), order[1:]
        kept.append(best)
        low = np.maximum(boxes[order, :2], boxes[best, :2])
        high = np.minimum(boxes[order, 2:], boxes[best, 2:])
        shared = np.clip(high - low, 0, None).prod(axis=1)
        joined = areas[order] + areas[best] - shared
        order = order[shared <= overlap * np.maximum(joined, 1e-9)]
    return np.array(kept, dtype=np.int64)
