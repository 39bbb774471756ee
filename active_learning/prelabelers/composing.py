"""From raw proposals of several sources to what people see: one region a place, one answer."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from active_learning.prelabelers.deciding import Candidate, same_place
from active_learning.prelabelers.placing import Place
from active_learning.prelabelers.wrapping import Wrap
from labeling.ontology.parts import Label, Ontology
from labeling.regions.registry import KINDS

__all__ = ["Composed", "Source", "candidates_of", "compose", "with_agreement"]

MOST_A_LABEL = 300
"""Candidates of a label in one task that are compared with each other."""
HALF = 0.5


@dataclass(frozen=True, slots=True)
class Source:
    """A pre-labeler as a project uses it.

    `least` is the probability below which no region is shown; an answer is shown however unsure.
    Marks of one that `nests` may lie in each other. One that `waits` shows nothing before what
    people taught it is right more often than not.
    """

    id: str
    places: Sequence[Place]
    wrap: Wrap
    least: float
    waits: bool = False
    nests: bool = False

    @property
    def is_silent(self) -> bool:
        """Whether it still waits."""
        wrap = self.wrap
        return self.waits and not (wrap.is_learned and wrap.accepted > HALF * wrap.decisions)


@dataclass(slots=True)
class Composed:
    """What one source shows of one task, in the form of a prediction."""

    regions: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=dict)
    probabilities: dict[str, dict[str, float]] = field(default_factory=dict)
    scores: list[float] = field(default_factory=list)

    @property
    def score(self) -> float:
        """Return the mean probability of what is shown; 0 where nothing is."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0


def candidates_of(
    source: Source, proposals: Iterable[Mapping[str, Any]], ontology: Ontology
) -> list[Candidate]:
    """Return a source's raw proposals for each label that they may fill."""
    found = []
    for proposal in proposals:
        for place in source.places:
            label = ontology.label(place.label)
            if label is None or label.kind != proposal["kind"]:
                continue
            if proposal.get("label", place.label) == place.label:
                found.append(_candidate(source, place, label, proposal))
    return found


def with_agreement(candidates: Sequence[Candidate], ontology: Ontology) -> list[Candidate]:
    """Count for each candidate the other sources that say the same."""
    by_label: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in sorted(candidates, key=lambda c: -c.score):
        if len(by_label[candidate.label]) < MOST_A_LABEL:
            by_label[candidate.label].append(candidate)
    counted = []
    for label_id, group in by_label.items():
        label = ontology.label(label_id)
        if label is None or len({c.source for c in group}) < 2:
            counted += group
            continue
        counted += [
            replace(
                one,
                agreeing=len(
                    {c.source for c in group if c.source != one.source and _same(label, one, c)}
                ),
            )
            for one in group
        ]
    return counted


def compose(
    sources: Sequence[Source], candidates: Sequence[Candidate], ontology: Ontology
) -> dict[str, Composed]:
    """Return what each source shows; of what several say, it is shown by the surest."""
    known = {source.id: source for source in sources}
    ranked: dict[str, list[tuple[float, Candidate]]] = defaultdict(list)
    for candidate in candidates:
        source = known[candidate.source]
        placed = source.wrap.reclassed(candidate)
        probability = source.wrap.probability(candidate)
        if source.is_silent or placed.class_id is None:
            continue
        if placed.geometry and probability < source.least:
            continue
        ranked[placed.label].append((probability, placed))
    composed = {source.id: Composed() for source in sources}
    for label_id, group in ranked.items():
        label = ontology.label(label_id)
        assert label is not None  # candidates_of made sure
        group.sort(key=lambda item: -item[0])
        if label.kind in KINDS:
            _show_regions(composed, label, group, {s.id for s in sources if s.nests})
        else:
            _show_answer(composed, label, group)
    return composed


def _candidate(
    source: Source, place: Place, label: Label, proposal: Mapping[str, Any]
) -> Candidate:
    name = str(proposal.get("name", ""))
    if not label.classes:
        class_id: str | None = ""
    elif label.class_(name) is not None and not place.classes:
        class_id = name
    else:
        class_id = place.classes.get(name)
    return Candidate(
        source.id,
        label.id,
        name,
        float(proposal["score"]),
        class_id,
        proposal.get("geometry"),
        proposal.get("value"),
        proposal.get("attributes"),
        proposal.get("more"),
        features=tuple(proposal.get("features") or ()),
    )


def _same(label: Label, one: Candidate, other: Candidate) -> bool:
    if one.class_id is None or one.class_id != other.class_id:
        return False
    if one.geometry is None or other.geometry is None:
        return bool(one.value == other.value)
    return same_place(label.kind, one.geometry, other.geometry)


def _show_regions(
    composed: Mapping[str, Composed],
    label: Label,
    group: Sequence[tuple[float, Candidate]],
    nesting: Container[str],
) -> None:
    shown: list[Candidate] = []
    for probability, candidate in group[:MOST_A_LABEL]:
        # Two sources on one place, or one that sees a car and a truck there: the surest is shown.
        rivals = (
            one for one in shown if one.source != candidate.source or one.source not in nesting
        )
        if any(_shares_place(label, candidate, other) for other in rivals):
            continue
        shown.append(candidate)
        mine = composed[candidate.source]
        mine.regions.append(_region(label, candidate, probability))
        mine.scores.append(probability)


def _shares_place(label: Label, one: Candidate, other: Candidate) -> bool:
    assert one.geometry is not None and other.geometry is not None  # checked when proposed
    return same_place(label.kind, one.geometry, other.geometry)


def _region(label: Label, candidate: Candidate, probability: float) -> dict[str, Any]:
    """A region in the contract's form; the same proposal keeps its id when composed anew."""
    told = json.dumps([label.id, candidate.source, candidate.own, candidate.geometry])
    return {
        **(candidate.more or {}),
        "id": hashlib.sha256(told.encode()).hexdigest()[:12],
        "label": label.id,
        "on": label.on,
        "class": candidate.class_id or None,
        "geometry": candidate.geometry,
        "attributes": dict(candidate.attributes or {}),
        "origin": {"kind": "prediction", "model_version": candidate.source},
        "score": round(probability, 6),
    }


def _show_answer(
    composed: Mapping[str, Composed], label: Label, group: Sequence[tuple[float, Candidate]]
) -> None:
    best, candidate = group[0]
    mine = composed[candidate.source]
    if label.kind == "multichoice":
        chosen = {c.class_id: p for p, c in reversed(group) if p >= HALF}
        value: Any = [one.id for one in label.classes if one.id in chosen]
    elif label.classes:
        value = candidate.class_id
    else:
        value = candidate.value
    if value in (None, "", []):
        return
    mine.answers[label.id] = value
    mine.scores.append(best)
    if label.classes:
        mine.probabilities[label.id] = {
            str(c.class_id): round(p, 6) for p, c in reversed(group) if c.source == candidate.source
        }
