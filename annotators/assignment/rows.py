"""From the few facts written down about candidates to the arrays that policies look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from annotators.assignment.belief import Known, class_accuracy
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
    own, others = _accuracies(person, scale, crowd), _accuracies(crowd, scale, None)
    whole = (person.accuracy(crowd), crowd.accuracy())
    posterior = np.empty((len(rows), shown))
    accuracy, crowd_accuracy = np.full(len(rows), whole[0]), np.full(len(rows), whole[1])
    for at, row in enumerate(rows):
        if not row.posterior:
            top = 1 / n_values if row.doubt is None else 1 - row.doubt
            posterior[at] = _filled([min(max(top, 1 / n_values), SUREST)], shown)
            continue
        likely = sorted(row.posterior.items(), key=lambda item: -item[1])[:shown]
        posterior[at] = _filled([p for _, p in likely], shown)
        if own:
            accuracy[at] = sum(p * own.get(name, whole[0]) for name, p in likely)
            crowd_accuracy[at] = sum(p * others.get(name, whole[1]) for name, p in likely)
    return Queue(
        priority=np.asarray([row.priority for row in rows], dtype=np.float64),
        n_votes=np.asarray([row.n_votes for row in rows], dtype=np.int64),
        doubt=np.asarray([np.nan if row.doubt is None else row.doubt for row in rows]),
        posterior=posterior,
        accuracy=accuracy.clip(0.02, 0.99),
        crowd=crowd_accuracy.clip(0.02, 0.99),
        worth=_worth(rows, scale) if scale.worth else None,
        has_consensus=scale.has_consensus,
    )


def _accuracies(known: Known, scale: Scale, crowd: Known | None) -> dict[str, float]:
    if not known.by_class:
        return {}
    found = class_accuracy(known, scale.classes, crowd).tolist()
    return dict(zip(scale.classes, found, strict=True))


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
