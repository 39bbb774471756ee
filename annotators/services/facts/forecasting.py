"""What is still to be asked, from what is believed and how fast people are."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from annotators.ability import Range, forecast_opinions
from annotators.assignment.belief import COINCIDENCE
from annotators.services.facts.judged import Array, Judged
from annotators.services.facts.team import Team
from labeling.models import Project

TARGETS = (0.9, 0.95, 0.98, 0.99)
LEAST_JUDGED = 20
"""Answers that something speaks about, below which the crowd is a stranger."""
WAYS_TO_BE_WRONG = round(1 / COINCIDENCE)
"""Of kinds without values: so many that two wrong answers agree as often as they do by chance."""


def forecast_json(
    project: Project, team: Team, judged: Sequence[Judged], rng: np.random.Generator
) -> dict[str, Any]:
    """Return opinions and hours until each target, or why there is no telling."""
    chosen = _forecast_label(project, judged)
    if chosen is None:
        return {"reason": "no_choice"}
    known = sum(answers for _, answers in chosen.draws.values())
    if known < LEAST_JUDGED:
        return {"reason": "too_little", "label": chosen.label.id, "judged": round(known)}
    truth = _right_or_wrong(chosen) if chosen.voted is None else chosen.voted.truth
    posterior = _with_unanswered(project, truth, even=chosen.voted is None)
    accuracy = _next_person(chosen)
    every = [seconds[~np.isnan(seconds)] for seconds in team.seconds.values()]
    seconds = np.concatenate(every) if every else np.empty(0)
    found = [
        (target, forecast_opinions(posterior, accuracy, seconds, target=target, rng=rng))
        for target in TARGETS
    ]
    return {
        "label": chosen.label.id,
        "now": round(found[0][1].now, 4),
        "tasks": len(posterior),
        "answered": len(truth),
        "accuracy": round(float(accuracy.mean()), 4),
        "targets": [
            {"target": target, "opinions": _range(one.opinions), "hours": _range(one.hours)}
            for target, one in found
        ],
    }


def _forecast_label(project: Project, judged: Sequence[Judged]) -> Judged | None:
    """The project's target, else the first label with values, else the first of any kind."""
    wanted = project.settings.target_label
    order = sorted(judged, key=lambda one: (one.label.id != wanted, one.voted is None))
    return order[0] if order else None


def _right_or_wrong(judged: Judged) -> Array:
    """Of a kind without values: the consensus is right, or one of the ways to be wrong is."""
    wrong = np.asarray(list(judged.expected_error.values()))
    others = np.repeat(wrong[:, None] / WAYS_TO_BE_WRONG, WAYS_TO_BE_WRONG, axis=1)
    return np.concatenate([1 - wrong[:, None], others], axis=1)


def _with_unanswered(project: Project, truth: Array, *, even: bool) -> Array:
    """Add the tasks nobody answered, of which at most the shares of classes are known."""
    missing = max(0, project.tasks.count() - len(truth))
    counts = np.ones(truth.shape[1]) if even else truth.sum(0) + 1
    shares = counts / counts.sum()
    return np.concatenate([truth, np.broadcast_to(shares, (missing, len(shares)))])


def _next_person(judged: Judged) -> Array:
    """Return draws of the accuracy of whoever answers next: the busier, the likelier."""
    if judged.voted is None:
        total = sum(answers for _, answers in judged.draws.values())
        mean: Array = sum(
            (draws * (answers / total) for draws, answers in judged.draws.values()), np.zeros(1)
        )
        return mean
    votes = judged.voted.votes
    busy = np.bincount(votes.annotator, minlength=len(votes.annotators)).astype(np.float64)
    drawn: Array = judged.voted.accuracy @ (busy / busy.sum())
    return drawn


def _range(found: Range | None) -> dict[str, float] | None:
    if found is None:
        return None
    return {name: round(getattr(found, name), 1) for name in ("value", "low", "high")}
