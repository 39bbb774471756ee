"""Polygons and masks in pictures: a calibrated softmax over proposed pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from active_learning.learners.heads.outlines import grid_of, overlaps
from active_learning.learners.heads.parts import BACKGROUND, Parts
from active_learning.learners.heads.pieces import covered
from active_learning.learners.marked import Marked
from active_learning.learners.parts import PartsLearner
from labeling.regions import mask
from labeling.regions.kind import Geometry
from labeling.regions.polygon import parts_of

__all__ = ["MaskLearner", "PolygonLearner"]

ENOUGH = 0.5
"""Overlap from which a piece is the marked thing."""
NEAREST = 0.25
"""Overlap that is enough of the best piece, where none reaches the other."""


class _OutlineLearner(PartsLearner):
    """See `PartsLearner`: a piece is of the mark that it overlaps most."""

    def classes_of(self, parts: Parts, marks: Sequence[Marked]) -> list[str]:
        """Return each piece's class."""
        named = [BACKGROUND] * len(parts)
        if not marks or not named:
            return named
        shared = overlaps(parts, [self.bits_of(mark.geometry, parts) for mark in marks])
        for place, row in enumerate(shared):
            if row.max() >= ENOUGH:
                named[place] = marks[int(row.argmax())].label_class
        for mark, column in zip(marks, shared.T, strict=True):
            best = int(column.argmax())
            if NEAREST <= column[best] < ENOUGH and named[best] == BACKGROUND:
                named[best] = mark.label_class
        return named

    @abstractmethod
    def bits_of(self, geometry: Geometry, parts: Parts) -> NDArray[np.bool_]:
        """Return a mark on the grid on which the picture's pieces are compared."""


class PolygonLearner(_OutlineLearner):
    """Learns polygons."""

    kind = "polygon"

    def bits_of(self, geometry: Geometry, parts: Parts) -> NDArray[np.bool_]:
        """Fill the rings; holes stay empty."""
        rings = [np.asarray(ring, np.float64) for part in parts_of(geometry) for ring in part]
        return covered(rings, (float(parts.extent[0]), float(parts.extent[1])), grid_of(parts))


class MaskLearner(_OutlineLearner):
    """Learns masks."""

    kind = "mask"

    def bits_of(self, geometry: Geometry, parts: Parts) -> NDArray[np.bool_]:
        """Shrink the mask."""
        rows, columns = grid_of(parts)
        full = mask.to_array(geometry).astype(np.uint8)
        shares = cv2.resize(full * 255, (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(shares >= 128)
