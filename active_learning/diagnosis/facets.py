"""Ways to cut tasks into slices: a few names as they are, numbers into quarters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Facet", "facet_of"]

MOST_VALUES = 40
_QUARTERS = 4


@dataclass(frozen=True)
class Facet:
    """A cut of N tasks.

    Attributes
    ----------
    values : names of the slices; of numbers, pairs of bounds
    place : each task's slice, shape (N,), -1 where it has none
    """

    name: str
    values: tuple[Any, ...]
    place: NDArray[np.int64]


def facet_of(name: str, values: Sequence[Any]) -> Facet | None:
    """Return the cut by a value, or None where it cuts nothing or into too many pieces."""
    numbers = [
        float(v) if isinstance(v, int | float) and not isinstance(v, bool) else np.nan
        for v in values
    ]
    measured = np.array(numbers, dtype=np.float64)
    measured[~np.isfinite(measured)] = np.nan
    if np.unique(measured[~np.isnan(measured)]).size > _QUARTERS:
        return _quartered(name, measured)
    return _named(name, values)


def _named(name: str, values: Sequence[Any]) -> Facet | None:
    words = [str(v) if isinstance(v, str | int | float | bool) else None for v in values]
    counted = Counter(word for word in words if word is not None)
    if not 2 <= len(counted) <= MOST_VALUES:
        return None
    index = {word: i for i, word in enumerate(sorted(counted))}
    place = np.array([-1 if word is None else index[word] for word in words], dtype=np.int64)
    return Facet(name, tuple(index), place)


def _quartered(name: str, measured: NDArray[np.float64]) -> Facet | None:
    known = measured[~np.isnan(measured)]
    edges = np.unique(np.quantile(known, np.linspace(0, 1, _QUARTERS + 1)))
    if len(edges) < 3:
        return None
    place = np.searchsorted(edges[1:-1], measured, side="right").astype(np.int64)
    place[np.isnan(measured)] = -1
    bounds = tuple((float(a), float(b)) for a, b in pairwise(edges))
    return Facet(name, bounds, place)
