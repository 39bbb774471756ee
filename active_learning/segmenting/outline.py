"""From how likely each pixel belongs to a thing to its outline as polygons with holes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["outline_of"]

STRAY_PX = 1.0
"""How far the outline may stray from the border of the pixels, in pixels that were looked at."""
SMALLEST_SHARE = 0.02
"""Pieces and holes smaller than this share of the largest piece are left out."""
FINER = 2
"""The border is sought on a grid so much finer, so that it does not follow the pixels' steps."""

Ring = list[list[float]]


def outline_of(
    likely: NDArray[np.float32],
    scale: tuple[float, float],
    offset: tuple[float, float],
    on: Sequence[tuple[float, float]] = (),
) -> dict[str, Any] | None:
    """Return the polygon of the pixels that belong more likely than not; None where none does.

    Parameters
    ----------
    likely
        (height, width), 0 to 1.
    scale, offset
        Takes x and y of these pixels to the picture's: multiplied, then added.
    on
        Places (x, y) in these pixels that are on the thing: only pieces that hold one are kept,
        unless none does.
    """
    height, width = likely.shape
    fine = cv2.resize(likely, (width * FINER, height * FINER), interpolation=cv2.INTER_LINEAR)
    bits = (fine > 0.5).astype(np.uint8)
    if on:
        bits = _pointed_at(bits, [(int(x * FINER), int(y * FINER)) for x, y in on])
    found, family = cv2.findContours(bits, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if family is None:
        return None
    areas = [cv2.contourArea(contour) for contour in found]
    least = SMALLEST_SHARE * max(areas)
    parts: dict[int, list[Ring]] = {}
    # Outer rings stand before their holes in the answer, whatever OpenCV's order.
    for i in sorted(range(len(found)), key=lambda i: int(family[0][i][3]) >= 0):
        outer = int(family[0][i][3])
        ring = _ring(np.asarray(found[i]), scale, offset)
        if areas[i] < least or ring is None:
            continue
        if outer < 0:
            parts[i] = [ring]
        elif outer in parts:
            parts[outer].append(ring)
    groups: list[dict[str, Any]] = [{"rings": rings} for rings in parts.values()]
    if not groups:
        return None
    return groups[0] if len(groups) == 1 else {"parts": groups}


def _pointed_at(bits: NDArray[np.uint8], on: Sequence[tuple[int, int]]) -> NDArray[np.uint8]:
    _, pieces = cv2.connectedComponents(bits)
    height, width = bits.shape
    kept = {int(pieces[min(y, height - 1), min(x, width - 1)]) for x, y in on} - {0}
    return np.isin(pieces, list(kept)).astype(np.uint8) if kept else bits


def _ring(
    contour: NDArray[Any], scale: tuple[float, float], offset: tuple[float, float]
) -> Ring | None:
    simple = cv2.approxPolyDP(contour, STRAY_PX * FINER, closed=True)[:, 0].astype(np.float64)
    if len(simple) < 3:
        return None
    # OpenCV walks through the middles of the border's pixels.
    places = (simple + 0.5) / FINER * scale + offset
    ring: Ring = np.round(places, 2).tolist()
    return ring
