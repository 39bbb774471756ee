"""What a measure of agreement takes and returns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from labeling.ontology.parts import Label

__all__ = ["Marks", "Measure", "same_class"]

Marks: TypeAlias = Sequence[Mapping[str, Any]]
"""Regions of one label by one annotator; or, of an answer, its value in a list of one."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A name, and agreement from 0 to 1 of what two annotators said; neither said nothing."""

    name: str
    of: Callable[[Label, Any, Any], float]


def same_class(one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
    """Whether two regions carry the same class."""
    return bool(one.get("class") == two.get("class"))
