"""From the few facts written down about candidates to the arrays that policies look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from annotators.assignment.belief import SHRINK, Known
from annotators.assignment.policies.policy import Queue

__all__ = ["Row", "Scale", "as_queue"]

Array = NDArray[np.float64]
SHOWN = 6
"""Values a belief is told by; the rest share what is left."""
SUREST = 0.98
"""A model that has not been asked about this task by anybody is never quite believed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One candidate. `posterior` is empty where nobody has said anything yet."""

    priority: float
    n_votes: int
    doubt: float | None
    posterior: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scale:
    """The label in question: its values, their worth, and whether opinions on it add up.

    Of a kind without values, opinions are right or wrong: `classes` is empty.
    """

    classes: Sequence[str] = ()
    worth: Mapping[str, float] = field(default_factory=dict)
    has_consensus: bool = True


def as_queue(rows: Sequence[Row], scale: Scale, person: Known, crowd: Known) -> Queue:
    """Return the candidates as arrays, in their order."""
    n_values = max(2, len(scale.classes))
    shown = min(n_values, SHOWN)
    own, others = _ByClass(person, crowd), _ByClass(crowd, None)
    posterior: list[list[float]] = []
    accuracy: list[float] = []
    usual: list[float] = []
    for row in rows:
        if row.posterior:
            likely = sorted(row.posterior.items(), key=_chance, reverse=True)[:shown]
            posterior.append(_filled([p for _, p in likely], shown))
            accuracy.append(own.of(likely))
            usual.append(others.of(likely))
        else:
            top = 1 / n_values if row.doubt is None else 1 - row.doubt
            posterior.append(_filled([min(max(top, 1 / n_values), SUREST)], shown))
            accuracy.append(own.whole)
            usual.append(others.whole)
    return Queue(
        priority=np.array([row.priority for row in rows], dtype=np.float64),
        n_votes=np.array([row.n_votes for row in rows], dtype=np.int64),
        doubt=np.array([0.5 if row.doubt is None else row.doubt for row in rows]),
        posterior=np.array(posterior, dtype=np.float64).reshape(-1, shown),
        accuracy=np.array(accuracy, dtype=np.float64),
        crowd=np.array(usual, dtype=np.float64),
        worth=_worth(rows, scale) if scale.worth else None,
        has_consensus=scale.has_consensus,
    )


class _ByClass:
    """Accuracy on a task whose class is likely this or that; worked out where it is asked for."""

    def __init__(self, known: Known, crowd: Known | None) -> None:
        self.whole = _inside(known.accuracy(crowd))
        self._counts = known.by_class

    def of(self, likely: Sequence[tuple[str, float]]) -> float:
        if not self._counts:
            return self.whole
        expected = rest = 0.0
        for name, p in likely:
            right, seen = self._counts.get(name, (0.0, 0.0))
            expected += p * (right + SHRINK * self.whole) / (seen + SHRINK)
            rest += p
        return _inside(expected + (1 - rest) * self.whole)


def _inside(share: float) -> float:
    return min(max(share, 0.02), 0.99)


def _chance(item: tuple[str, float]) -> float:
    return item[1]


def _filled(likely: list[float], shown: int) -> list[float]:
    """Spread what is left over the values that are not named."""
    missing = shown - len(likely)
    rest = max(0.0, 1 - sum(likely))
    if missing:
        return [*likely, *([rest / missing] * missing)]
    total = sum(likely)
    return [p / total for p in likely]


def _worth(rows: Sequence[Row], scale: Scale) -> Array:
    """Return what being right about each task's likely values is worth."""
    usual = sum(scale.worth.get(name, 1.0) for name in scale.classes) / max(len(scale.classes), 1)
    return np.asarray(
        [
            sum(p * scale.worth.get(name, 1.0) for name, p in row.posterior.items())
            if row.posterior
            else usual or 1.0
            for row in rows
        ]
    )
