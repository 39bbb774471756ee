"""What is still to be asked, from what is believed and how fast people are."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from annotators.ability import Range, forecast_opinions
from annotators.services.facts.judged import Array, Judged
from annotators.services.facts.team import Team
from labeling.models import Project

TARGETS = (0.9, 0.95, 0.98, 0.99)
LEAST_JUDGED = 20
"""Answers that something speaks about, below which the crowd is a stranger."""


def forecast_json(
    project: Project, team: Team, judged: Sequence[Judged], rng: np.random.Generator
) -> dict[str, Any]:
    """Return opinions and hours until each target, or why there is no telling."""
    voted = [one for one in judged if one.voted is not None]
    wanted = project.settings.target_label
    chosen = next((one for one in voted if one.label.id == wanted), voted[0] if voted else None)
    if chosen is None or chosen.voted is None:
        return {"reason": "no_choice"}
    known = sum(answers for _, answers in chosen.draws.values())
    if known < LEAST_JUDGED:
        return {"reason": "too_little", "label": chosen.label.id, "judged": round(known)}
    posterior = _with_unanswered(project, chosen.voted.truth)
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
        "answered": len(chosen.voted.truth),
        "accuracy": round(float(accuracy.mean()), 4),
        "targets": [
            {"target": target, "opinions": _range(one.opinions), "hours": _range(one.hours)}
            for target, one in found
        ],
    }


def _with_unanswered(project: Project, truth: Array) -> Array:
    """Add the tasks nobody answered, of which only the shares of classes are known."""
    missing = max(0, project.tasks.count() - len(truth))
    shares = (truth.sum(0) + 1) / (len(truth) + truth.shape[1])
    return np.concatenate([truth, np.broadcast_to(shares, (missing, len(shares)))])


def _next_person(judged: Judged) -> Array:
    """Return draws of the accuracy of whoever answers next: the busier, the likelier."""
    assert judged.voted is not None
    votes = judged.voted.votes
    busy = np.bincount(votes.annotator, minlength=len(votes.annotators)).astype(np.float64)
    drawn: Array = judged.voted.accuracy @ (busy / busy.sum())
    return drawn


def _range(found: Range | None) -> dict[str, float] | None:
    if found is None:
        return None
    return {name: round(getattr(found, name), 1) for name in ("value", "low", "high")}
