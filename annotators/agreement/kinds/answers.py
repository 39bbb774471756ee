"""Answers about a whole task: equal, near, partly shared, in like order, on the same branch."""

from itertools import combinations
from typing import Any

from annotators.agreement.kinds.measure import Measure
from labeling.ontology.parts import Label

__all__ = ["EQUAL", "JACCARD", "KENDALL", "NEAR", "PATH"]


def _equal(_label: Label, first: Any, second: Any) -> float:
    return float(first == second)


def _near(label: Label, first: Any, second: Any) -> float:
    """1 less the distance in parts of the scale; without a scale, equal or not."""
    low, high = (1 if label.min is None else label.min), (5 if label.max is None else label.max)
    if label.kind != "rating" and None in (label.min, label.max):
        return float(first == second)
    return max(0.0, 1 - abs(first - second) / (high - low)) if high > low else 1.0


def _jaccard(_label: Label, first: Any, second: Any) -> float:
    one, two = set(first or ()), set(second or ())
    return len(one & two) / len(one | two) if one | two else 1.0


def _kendall(_label: Label, first: Any, second: Any) -> float:
    """Share of pairs that both put in the same order: (tau + 1) / 2.

    References
    ----------
    Kendall (1938), "A new measure of rank correlation", doi:10.1093/biomet/30.1-2.81.
    """
    place = {item: index for index, item in enumerate(second)}
    pairs = [(a, b) for a, b in combinations(first, 2) if a in place and b in place]
    if not pairs:
        return float(first == second)
    return sum(place[a] < place[b] for a, b in pairs) / len(pairs)


def _path(label: Label, first: Any, second: Any) -> float:
    """Shared steps from the root over the longer path: half right is half the credit."""
    one, two = _steps(label, first), _steps(label, second)
    return len(one & two) / max(len(one), len(two)) if one or two else 1.0


def _steps(label: Label, value: Any) -> set[str]:
    found: set[str] = set()
    for name in value if isinstance(value, list) else [value]:
        at: str | None = name
        while at is not None and at not in found:
            found.add(at)
            above = label.class_(at)
            at = above.parent if above else None
    return found


EQUAL = Measure("equal", _equal)
NEAR = Measure("near", _near)
JACCARD = Measure("jaccard", _jaccard)
KENDALL = Measure("kendall", _kendall)
PATH = Measure("path", _path)
