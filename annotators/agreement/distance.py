"""How far two values lie apart, for coefficients that know more than equal and unequal."""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Distance", "by", "interval", "nominal", "ordinal", "ratio", "sets"]

Array = NDArray[np.float64]
Distance: TypeAlias = Callable[[Sequence[Hashable], Array], Array]
"""Values and how often each was given → squared differences, shape (n_values, n_values)."""


def nominal(values: Sequence[Hashable], _totals: Array) -> Array:
    """1 for different values."""
    return 1.0 - np.eye(len(values))


def interval(values: Sequence[Hashable], _totals: Array) -> Array:
    """Squared difference of numbers."""
    numbers = _numbers(values)
    squared: Array = np.square(numbers[:, None] - numbers[None, :])
    return squared


def ratio(values: Sequence[Hashable], _totals: Array) -> Array:
    """Squared difference in parts of the sum: 1 and 2 are as far as 10 and 20."""
    numbers = _numbers(values)
    total = numbers[:, None] + numbers[None, :]
    gap = numbers[:, None] - numbers[None, :]
    return np.square(np.divide(gap, total, out=np.zeros_like(gap), where=total != 0))


def ordinal(values: Sequence[Hashable], totals: Array) -> Array:
    """Squared number of votes that lie between two ranks; values are in their order."""
    upto = np.cumsum(totals) - totals / 2
    squared: Array = np.square(upto[:, None] - upto[None, :])
    if len(values) > 1 and squared.max() > 0:
        squared /= squared.max()
    return squared


def sets(values: Sequence[Hashable], totals: Array) -> Array:
    """MASI: sets are apart by what they do not share, less where one holds the other.

    References
    ----------
    Passonneau (2006), "Measuring agreement on set-valued items (MASI)",
    https://aclanthology.org/L06-1392.
    """
    return by(_masi)(values, totals)


def by(apart: Callable[[Hashable, Hashable], float]) -> Distance:
    """A distance of one's own between two values."""

    def measure(values: Sequence[Hashable], _totals: Array) -> Array:
        return np.asarray([[apart(a, b) for b in values] for a in values], dtype=np.float64)

    return measure


def _masi(one: Hashable, two: Hashable) -> float:
    first, second = _set(one), _set(two)
    if first == second:
        return 0.0
    shared = first & second
    if not shared:
        return 1.0
    jaccard = len(shared) / len(first | second)
    return 1 - jaccard * (2 / 3 if first <= second or second <= first else 1 / 3)


def _set(value: Hashable) -> frozenset[Hashable]:
    return frozenset(value) if isinstance(value, frozenset | tuple) else frozenset({value})


def _numbers(values: Sequence[Hashable]) -> Array:
    return np.asarray([float(str(value)) for value in values])
