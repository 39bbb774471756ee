"""What a judge takes and returns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from labeling.ontology.parts import Label

__all__ = ["Judge", "Judgement", "Opinion", "Said", "Verdict"]

Said: TypeAlias = Any
"""An answer as it is stored, or the list of one person's regions of a label."""

Opinion: TypeAlias = tuple[int, int, Said]
"""Task, annotator, what they said."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The consensus on one label of one task.

    Attributes
    ----------
    said
        The answer, or the regions.
    confidence
        Probability that it is right, or for marks the mean over them.
    supporters
        Who said the same.
    weights
        Annotator → how far they are trusted.
    posterior
        What else was possible, and how likely: value, or number of the mark, to probability.
    """

    task: int
    said: Said
    confidence: float
    n_votes: int
    supporters: tuple[int, ...] = ()
    weights: Mapping[int, float] = field(default_factory=dict)
    posterior: Mapping[str, float] = field(default_factory=dict)
    is_tie: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """All verdicts on one label, by which method, and how reliable people turned out."""

    method: str
    verdicts: Sequence[Verdict]
    ability: Mapping[int, float] = field(default_factory=dict)
    members: Mapping[str, float] = field(default_factory=dict)


Judge: TypeAlias = Callable[[Label, Sequence[Opinion]], Judgement]
