"""Spans: exactly equal, overlapping at all, or by the characters they share."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from annotators.agreement.kinds.measure import Marks, Measure, same_class
from annotators.agreement.marks import span_f1
from labeling.ontology.parts import Label
from labeling.regions import KINDS

__all__ = ["EXACT", "OVERLAPPING", "PARTIAL"]

SPAN = KINDS["span"]


def _exact(_label: Label, first: Marks, second: Marks) -> float:
    one, two = (
        [(SPAN.key(mark["geometry"]), mark.get("class")) for mark in marks]
        for marks in (first, second)
    )
    return span_f1(one, two)


def _overlapping(_label: Label, first: Marks, second: Marks) -> float:
    """F1 where spans of one class that touch the same characters are the same."""
    return _f1(first, second, lambda shared, _length: float(shared > 0))


def _partial(_label: Label, first: Marks, second: Marks) -> float:
    """F1 with partial credit: shared characters over the mean length of the two spans."""
    return _f1(first, second, lambda shared, length: shared / length)


def _f1(first: Marks, second: Marks, credit: Callable[[float, float], float]) -> float:
    if not first or not second:
        return float(not first and not second)
    table = np.asarray([[credit(*_shared(a, b)) for b in second] for a in first])
    rows, columns = linear_sum_assignment(table, maximize=True)
    return float(2 * table[rows, columns].sum() / (len(first) + len(second)))


def _shared(one: Mapping[str, Any], two: Mapping[str, Any]) -> tuple[float, float]:
    """Shared characters and mean length; nothing shared between classes or texts."""
    a, b = one["geometry"], two["geometry"]
    length = (SPAN.area(a) + SPAN.area(b)) / 2
    overlap = SPAN.iou(a, b) if same_class(one, two) else 0.0
    return 2 * length * overlap / (1 + overlap), length


EXACT = Measure("span_f1", _exact)
OVERLAPPING = Measure("span_overlap_f1", _overlapping)
PARTIAL = Measure("span_partial_f1", _partial)
