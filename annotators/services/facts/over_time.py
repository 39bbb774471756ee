"""A person's ability week by week and along a sitting."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from annotators.ability import drift, minutes_at_work, stretch_of
from annotators.services.facts.evidence import Answer
from annotators.services.facts.judged import Judged
from annotators.services.facts.telling import ability_json, change_json

WEEKS = 12


def over_time(
    judged: Sequence[Judged], mine: Sequence[Answer], rng: np.random.Generator
) -> dict[str, Any]:
    """Return weeks and sittings, each with the change from first to last where it is sure."""
    minutes = minutes_at_work([answer.at.timestamp() for answer in mine])
    scores: list[float] = []
    weeks: list[Hashable] = []
    sittings: list[Hashable] = []
    for answer, minute in zip(mine, minutes, strict=True):
        found = [
            one.scores[answer.annotation].value for one in judged if answer.annotation in one.scores
        ]
        if found and answer.is_human:
            scores.append(float(np.clip(np.mean(found), 0, 1)))
            year, week, _ = answer.at.isocalendar()
            weeks.append(f"{year}-W{week:02}")
            sittings.append(stretch_of(float(minute)))
    return _told("weeks", scores, weeks, rng) | _told("sittings", scores, sittings, rng)


def _told(
    name: str, scores: list[float], stretch: list[Hashable], rng: np.random.Generator
) -> dict[str, Any]:
    found, change = drift(scores, stretch, rng)
    rows = [{"name": one.name, **(ability_json(one.ability) or {})} for one in found[-WEEKS:]]
    return {name: rows, f"{name}_change": change_json(change)}
