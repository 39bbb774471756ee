"""Ranges of time in sounds and series, by windows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from active_learning.learners.heads.parts import BACKGROUND, Parts
from active_learning.learners.marked import Marked
from active_learning.learners.parts import PartsLearner

__all__ = ["RangeLearner"]


class RangeLearner(PartsLearner):
    """See `PartsLearner`: a window is of the range that covers its middle, the shortest of many."""

    kind = "range"

    def classes_of(self, parts: Parts, marks: Sequence[Marked]) -> list[str]:
        """Return each window's class; a range between two middles gets the window it is in."""
        named = np.full(len(parts), BACKGROUND, dtype=object)
        middle = parts.places.mean(axis=1)
        longest_first = sorted(marks, key=lambda m: m.geometry["start"] - m.geometry["end"])
        for mark in longest_first:
            start, end = mark.geometry["start"], mark.geometry["end"]
            inside = (middle >= start) & (middle < end)
            if not inside.any() and len(parts):
                inside[int(np.abs(middle - (start + end) / 2).argmin())] = True
            named[inside] = mark.label_class
        return [str(name) for name in named]
