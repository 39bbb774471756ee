"""One row an answered task: its doubt, its difficulty, whether good people part on it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from annotators.ability import Hotspot, good_people, hotspots, split_among
from annotators.aggregation import AGGREGATORS
from annotators.models import TaskFacts
from annotators.services.facts.evidence import Evidence
from annotators.services.facts.judged import Judged, Voted
from labeling.models import Project

MANY_VOTES = 200_000
"""Beyond, difficulty is not fitted: it costs a minute, and the split tells the worst."""
LEAST_MET = 2


@dataclass(slots=True)
class _Row:
    error: float = 0.0
    label: str = ""
    difficulty: float | None = None
    discrimination: float | None = None
    split: float | None = None


@dataclass(slots=True)
class _Hardness:
    """Of one label, by task."""

    difficulty: dict[int, float] = field(default_factory=dict)
    discrimination: dict[int, float] = field(default_factory=dict)
    split: dict[int, float] = field(default_factory=dict)


def task_rows(project: Project, evidence: Evidence, judged: Sequence[Judged]) -> list[TaskFacts]:
    """Return the unsaved row of every task that somebody answered."""
    answers = Counter(answer.task for answer in evidence.answers)
    rows = {task: _Row() for task in answers}
    for one in judged:
        for task, error in one.expected_error.items():
            if task in rows and error >= rows[task].error:
                rows[task].error, rows[task].label = error, one.label.id
        if one.voted is not None:
            _note_hardness(rows, _hardness(one.voted))
    return [
        TaskFacts(
            project=project,
            task_id=task,
            expected_error=min(max(row.error, 0.0), 1.0),
            difficulty=row.difficulty,
            discrimination=row.discrimination,
            split=row.split,
            n_answers=answers[task],
            label=row.label,
        )
        for task, row in rows.items()
    ]


def hotspot_rows(judged: Sequence[Judged]) -> list[dict[str, Any]]:
    """Return the pairs of classes that part good people, over all labels, the worst first."""
    found = [
        _spot(one.label.id, one.voted, spot)
        for one in judged
        if one.voted is not None
        for spot in hotspots(one.voted.votes, good_people(one.voted.accuracy))
    ]
    return sorted(found, key=lambda spot: -spot["low"])


def _spot(label_id: str, voted: Voted, spot: Hotspot) -> dict[str, Any]:
    votes = voted.votes
    return {
        "label": label_id,
        "first": str(votes.values[spot.first]),
        "second": str(votes.values[spot.second]),
        "rate": round(spot.rate.value, 4),
        "low": round(spot.rate.low, 4),
        "high": round(spot.rate.high, 4),
        "n": int(spot.rate.n_answers),
        "tasks": [str(votes.tasks[task]) for task in spot.tasks],
    }


def _note_hardness(rows: dict[int, _Row], found: _Hardness) -> None:
    """Keep the worst label of each task."""
    for task, difficulty in found.difficulty.items():
        row = rows.get(task)
        if row is not None and (row.difficulty is None or difficulty > row.difficulty):
            row.difficulty = round(difficulty, 4)
            row.discrimination = round(found.discrimination[task], 4)
    for task, split in found.split.items():
        row = rows.get(task)
        if row is not None and (row.split is None or split > row.split):
            row.split = round(split, 4)


def _hardness(voted: Voted) -> _Hardness:
    """Fit difficulty (GLAD) and discrimination (item response) where tasks were answered twice."""
    votes = voted.votes
    met = np.bincount(votes.task, minlength=len(votes.tasks)) >= LEAST_MET
    names = [int(str(task)) for task in votes.tasks]
    found = _Hardness()
    split = split_among(votes, good_people(voted.accuracy))
    found.split = {names[at]: float(split[at]) for at in np.flatnonzero(~np.isnan(split)).tolist()}
    if not met.any() or len(votes.task) > MANY_VOTES:
        return found
    hard = AGGREGATORS["glad"](votes).difficulty
    unclear = AGGREGATORS["item_response"](votes).difficulty
    if hard is None or unclear is None:
        return found
    for at in np.flatnonzero(met).tolist():
        found.difficulty[names[at]] = float(hard[at])
        # Item response tells its slope as minus a difficulty.
        found.discrimination[names[at]] = float(np.exp(-unclear[at]))
    return found
