"""How a person works: pace by size and kind, pull of suggestions, confidence, patterns."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from annotators.behaviour import (
    Pace,
    Pattern,
    anchoring,
    constant,
    copying,
    hasty,
    pace_by,
    size_of,
    stated_confidence,
)
from annotators.services.facts.evidence import Answer
from annotators.services.facts.judged import Array, Judged, Voted
from annotators.services.facts.team import Team
from annotators.services.facts.telling import ability_json, change_json

CONFIDENCE_LABELS = frozenset({"confidence", "certainty", "sureness"})
"""Ids of the questions by which people say how sure they are."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What is sure about a person's way of working."""

    sizes: Mapping[Any, Pace]
    kinds: Mapping[Any, Pace]
    anchoring: dict[str, Any] | None
    confidence: dict[str, Any] | None
    patterns: list[dict[str, Any]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the part of a row's detail."""
        return {
            "pace": {"sizes": _paces(self.sizes), "kinds": _paces(self.kinds)},
            "anchoring": self.anchoring,
            "confidence": self.confidence,
            "patterns": self.patterns,
        }


def habits_of(team: Team, who: int, rng: np.random.Generator) -> Habits:
    """Look at one person's answers."""
    mine, seconds = team.answers[who], team.seconds[who]
    timed = ~np.isnan(seconds)
    kept = [answer for answer, is_timed in zip(mine, timed, strict=True) if is_timed]
    return Habits(
        pace_by(
            seconds[timed], [size_of(one.characters, len(one.said["regions"])) for one in kept]
        ),
        pace_by(seconds[timed], [_kind(team, one) for one in kept]),
        _anchoring(team, who, rng),
        _confidence(team, who, rng),
        _patterns(team, who, seconds[timed]),
    )


def _kind(team: Team, answer: Answer) -> str:
    """Return the kind of label on which most of the work went."""
    kinds = {label.id: label.kind for label in team.ontology.labels}
    marks = Counter(kinds.get(region["label"], "") for region in answer.said["regions"])
    if marks:
        return marks.most_common(1)[0][0]
    given = [kinds[label] for label in answer.said["answers"] if label in kinds]
    return given[0] if given else "empty"


def _anchoring(team: Team, who: int, rng: np.random.Generator) -> dict[str, Any] | None:
    followed, shown, wrong = [], [], []
    for judged in team.judged:
        suggestions = team.suggestions.get(judged.label.id)
        if judged.voted is None or suggestions is None:
            continue
        for answer in team.answers[who]:
            score = judged.scores.get(answer.annotation)
            faced = suggestions.faced(answer.task, who, answer.at)
            if score is None or faced is None or not answer.is_human:
                continue
            value, was_shown = faced
            followed.append(score.said == value)
            shown.append(was_shown)
            # The answer equals the suggestion: then both are right as often as the score says.
            wrong.append(1 - score.value if score.said == value else float(score.truth != value))
    found = anchoring(followed, shown, wrong, rng)
    if found.shown is None and found.hidden is None:
        return None
    return {
        "shown": ability_json(found.shown),
        "hidden": ability_json(found.hidden),
        "pull": change_json(found.pull),
    }


def _confidence(team: Team, who: int, rng: np.random.Generator) -> dict[str, Any] | None:
    asked = next((one.id for one in team.ontology.labels if one.id in CONFIDENCE_LABELS), None)
    if asked is None:
        return None
    stated, scores = [], []
    for answer in team.answers[who]:
        said = answer.said["answers"].get(asked)
        right = [
            one.scores[answer.annotation].value
            for one in team.judged
            if one.label.id != asked and answer.annotation in one.scores
        ]
        if isinstance(said, int | float) and right:
            stated.append(float(said))
            scores.append(float(np.clip(np.mean(right), 0, 1)))
    found = stated_confidence(stated, scores, rng)
    if not found.levels:
        return None
    levels = [{"stated": one.stated, **(ability_json(one.ability) or {})} for one in found.levels]
    return {"levels": levels, "worth": change_json(found.worth)}


def _patterns(team: Team, who: int, seconds: Array) -> list[dict[str, Any]]:
    found = []
    if pattern := hasty(seconds, team.middles):
        found.append(_pattern(pattern))
    for judged in team.judged:
        if judged.voted is None or who not in judged.draws:
            continue
        found += _voted_patterns(judged, judged.voted, who)
    return found


def _voted_patterns(judged: Judged, voted: Voted, who: int) -> list[dict[str, Any]]:
    people = [int(str(name)) for name in voted.votes.annotators]
    at, found = people.index(who), []
    if pattern := constant(voted.votes, at):
        value = str(voted.votes.values[pattern.detail or 0])
        found.append(_pattern(pattern) | {"label": judged.label.id, "class": value})
    if pattern := copying(voted.votes, voted.truth, at, range(len(people))):
        other = people[pattern.detail or 0]
        found.append(_pattern(pattern) | {"label": judged.label.id, "person": other})
    return found


def _pattern(pattern: Pattern) -> dict[str, Any]:
    return {
        "kind": pattern.kind,
        "usual": round(pattern.usual, 4),
        **(ability_json(pattern.rate) or {}),
    }


def _paces(found: Mapping[Any, Pace]) -> dict[str, Any]:
    return {
        str(name): {
            "seconds": round(one.seconds, 2),
            "low": round(one.low, 2),
            "high": round(one.high, 2),
            "n": one.n_answers,
        }
        for name, one in found.items()
    }
