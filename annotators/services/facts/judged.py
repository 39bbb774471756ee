"""What was found about one label: how right each answer was, and how good each person is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from annotators.agreement import Votes
from labeling.ontology.parts import Label

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Score:
    """How right one answer was, 0 to 1, and whence that is known."""

    value: float
    source: str
    """"adjudication", "gold", "review" or "consensus"."""
    said: str | None = None
    truth: str | None = None
    """Values, of labels that have them."""


@dataclass(frozen=True, slots=True)
class ClassFacts:
    """How often somebody is right about one class, and how many of it they saw."""

    class_id: str
    value: float
    low: float
    high: float
    seen: float


@dataclass(frozen=True, slots=True, eq=False)
class Voted:
    """What only labels with values have.

    Attributes
    ----------
    truth : ndarray, shape (n_tasks, n_values)
    accuracy : ndarray, shape (n_draws, n_annotators)
    confusion : ndarray, shape (n_annotators, n_values, n_values)
    """

    votes: Votes
    truth: Array
    accuracy: Array
    confusion: Array


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """One label, everybody."""

    label: Label
    draws: Mapping[int, tuple[Array, float]]
    """Annotator → draws of their accuracy, and the answers it rests on."""
    scores: Mapping[int, Score]
    """Annotation → how right it was; only those of which something is known."""
    expected_error: Mapping[int, float]
    """Task → probability that its label, as it stands, is wrong."""
    classes: Mapping[int, list[ClassFacts]] = field(default_factory=dict)
    voted: Voted | None = None
