"""What people decided about proposals: an answer of theirs beside what was proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from labeling.ontology.parts import Label
from labeling.regions.registry import KINDS

__all__ = ["Candidate", "Decision", "decide", "same_place"]

EXACT = frozenset({"span", "turn", "cell"})
"""Kinds whose places are right or wrong; others are drawn, never twice alike."""
SAME = 0.5
SAME_EXACT = 0.99


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposal of one source for one label of one task.

    `class_id` is empty where the label has no classes; None where the source's own class has no
    place yet, so that nobody is shown it. `agreeing` counts the other sources that say the same.
    """

    source: str
    label: str
    own: str
    score: float
    class_id: str | None = None
    geometry: Mapping[str, Any] | None = None
    value: Any = None
    attributes: Mapping[str, Any] | None = None
    more: Mapping[str, Any] | None = None
    agreeing: int = 0
    features: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person's answer says of a candidate.

    `accepted`: the place and the class are theirs too. `given` is the class that the person gave
    there; None where they marked nothing there, or the label has no classes.
    """

    candidate: Candidate
    accepted: bool
    given: str | None
    found: bool


def decide(
    label: Label, candidates: Sequence[Candidate], content: Mapping[str, Any]
) -> list[Decision]:
    """Compare candidates for a label with an annotation's content."""
    if label.kind in KINDS:
        regions = [r for r in content.get("regions") or () if r.get("label") == label.id]
        return _decide_regions(label, candidates, regions)
    answer = (content.get("answers") or {}).get(label.id)
    return [_decide_answer(label, candidate, answer) for candidate in candidates]


def same_place(kind: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two geometries of a kind mark the same thing."""
    overlap = KINDS[kind].iou(one, other)
    return overlap >= (SAME_EXACT if kind in EXACT else SAME)


def _decide_regions(
    label: Label, candidates: Sequence[Candidate], regions: Sequence[Mapping[str, Any]]
) -> list[Decision]:
    """Match the best candidates first; two on one region cannot both be right."""
    free = list(regions)
    decisions = []
    for candidate in sorted(candidates, key=lambda c: -c.score):
        there = [r for r in free if _overlaps(label.kind, candidate, r)]
        same = next((r for r in there if r.get("class") == candidate.class_id), None)
        match = same or next(iter(there), None)
        if match is not None:
            free.remove(match)
        given = match.get("class") if match else None
        accepted = match is not None and (not label.classes or given == candidate.class_id)
        decisions.append(Decision(candidate, accepted, given, match is not None))
    return decisions


def _overlaps(kind: str, candidate: Candidate, region: Mapping[str, Any]) -> bool:
    return candidate.geometry is not None and same_place(
        kind, candidate.geometry, region["geometry"]
    )


def _decide_answer(label: Label, candidate: Candidate, answer: Any) -> Decision:
    """A blank answer accepts nothing; of several classes, each is decided on its own."""
    if not label.classes:
        return Decision(candidate, answer == candidate.value, None, answer is not None)
    given = answer if isinstance(answer, list) else [answer]
    if candidate.class_id is not None and candidate.class_id in given:
        return Decision(candidate, True, candidate.class_id, True)
    only = str(given[0]) if len(given) == 1 and given[0] is not None else None
    return Decision(candidate, False, only, only is not None)
