"""Slices where a model does worse than on the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.diagnosis.facets import Facet
from annotators.agreement.interval import Interval, wilson

__all__ = ["Slice", "weak_slices"]

LEAST_TASKS = 12
"""Of fewer tasks a share says nothing."""
_ERROR = 0.05


@dataclass(frozen=True)
class Slice:
    """Tasks with something in common.

    Attributes
    ----------
    accuracy : with its 95 % interval
    is_sure : whether it is worse than the whole even after as many looks as there are slices
    rows : which tasks
    """

    facet: str
    value: Any
    accuracy: Interval
    is_sure: bool
    rows: NDArray[np.int64]


def weak_slices(
    is_right: NDArray[np.bool_], facets: Sequence[Facet], *, most: int = 12
) -> tuple[list[Slice], int]:
    """Return slices that do worse than all N tasks together, worst first, and how many were tried.

    Among many slices some look weak by chance, so `is_sure` divides the error among all tried
    (Bonferroni). The order is by how many right answers the slice lacks, not by its share alone:
    a small slice that is all wrong matters less than a large one that is often wrong.
    """
    whole = float(is_right.mean()) if len(is_right) else 0.0
    tried = [
        (facet, k, rows)
        for facet in facets
        for k in range(len(facet.values))
        if len(rows := np.flatnonzero(facet.place == k)) >= LEAST_TASKS
    ]
    found = []
    for facet, k, rows in tried:
        right = int(is_right[rows].sum())
        accuracy = wilson(right, len(rows))
        strict = wilson(right, len(rows), confidence=1 - _ERROR / len(tried))
        if accuracy is None or strict is None or accuracy.value >= whole:
            continue
        found.append(Slice(facet.name, facet.values[k], accuracy, strict.high < whole, rows))
    lacks = {id(one): (whole - one.accuracy.value) * len(one.rows) for one in found}
    found.sort(key=lambda one: (not one.is_sure, -lacks[id(one)]))
    return found[:most], len(tried)
