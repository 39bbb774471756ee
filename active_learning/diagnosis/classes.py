"""How a model does class by class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.interval import Interval, wilson

__all__ = ["ClassRecord", "by_class", "confusion"]

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class ClassRecord:
    """One class on tasks whose answer is known; shares are None where nothing counts."""

    tested: int
    recall: Interval | None
    precision: Interval | None


def confusion(truth: Ints, said: Ints, classes: int) -> Ints:
    """Return counts of shape (K, K): rows the true class, columns the class that was said."""
    flat = np.bincount(truth * classes + said, minlength=classes * classes)
    return flat.reshape(classes, classes).astype(np.int64)


def by_class(counts: Ints) -> list[ClassRecord]:
    """Return each class's record from a confusion matrix."""
    right, tested, said = np.diagonal(counts), counts.sum(axis=1), counts.sum(axis=0)
    return [
        ClassRecord(
            int(tested[k]),
            wilson(int(right[k]), int(tested[k])),
            wilson(int(right[k]), int(said[k])),
        )
        for k in range(len(counts))
    ]
