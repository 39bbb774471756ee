"""Answers that were given blind, by lot, beside those given in sight of a pre-label."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np

from active_learning.diagnosis import measure_swaying
from active_learning.selectors.target import Target
from labeling.models import AnnotationState, PrelabelDraw, Project

__all__ = ["prelabel_bias"]

NEWEST = 20_000
"""Draws that are looked at."""
KINDS = ("choice", "multichoice")
LEAST = 5
"""Of fewer answers in either group nothing is told."""


@dataclass(frozen=True, slots=True)
class _Answer:
    is_hidden: bool
    agrees: bool
    seconds: float


def prelabel_bias(project: Project, target: Target) -> dict[str, Any] | None:
    """Return how far pre-labels sway people; None where nothing was drawn or it cannot be told."""
    if target.kind not in KINDS or not project.prelabel_draws.exists():
        return None
    answers = list(_answers(project, target))
    hidden = np.array([one.is_hidden for one in answers], dtype=bool)
    agrees = np.array([one.agrees for one in answers], dtype=bool)
    blind = int(hidden.sum())
    facts: dict[str, Any] = {
        "share": project.settings.blind_share,
        "seen": len(answers) - blind,
        "blind": blind,
        "needed": LEAST,
        "shown": None,
        "hidden": None,
        "difference": None,
        "seconds": None,
    }
    found = measure_swaying(hidden, agrees) if min(blind, len(answers) - blind) >= LEAST else None
    if found is None:
        return facts
    seconds = [
        round(median(one.seconds for one in answers if one.is_hidden is group), 1)
        for group in (False, True)
    ]
    return facts | {
        "shown": asdict(found.shown),
        "hidden": asdict(found.hidden),
        "difference": {"value": found.difference, "low": found.low, "high": found.high},
        "seconds": dict(zip(("shown", "hidden"), seconds, strict=True)),
    }


def _answers(project: Project, target: Target) -> Iterator[_Answer]:
    """Join each lot with what its person answered then."""
    label = target.label.id
    newest = PrelabelDraw.objects.filter(project=project).order_by("-pk")
    drawn = {
        (task, user): (is_hidden, said[label])
        for task, user, is_hidden, said in newest.values_list(
            "task_id", "user_id", "is_hidden", "said"
        )[:NEWEST]
        if label in said
    }
    given = project.annotations.filter(origin="human", task__prelabel_draws__isnull=False)
    given = given.exclude(state=AnnotationState.REJECTED).distinct().order_by("pk")
    for task, user, answers, seconds in given.values_list(
        "task_id", "annotator_id", "answers", "lead_time"
    ).iterator(chunk_size=2000):
        if (task, user) in drawn and label in answers:
            is_hidden, said = drawn[task, user]
            yield _Answer(is_hidden, _same(answers[label], said), seconds)


def _same(given: Any, said: Any) -> bool:
    if isinstance(given, list) and isinstance(said, list):
        return {*given} == {*said}
    return bool(given == said)
