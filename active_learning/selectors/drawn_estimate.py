"""Accuracy as told by the tasks that a strategy drew by lot, weighed by their chances."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from active_learning.diagnosis import corrected_share
from active_learning.models import QueryRound, RoundState
from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.target import Target
from labeling.models import Project

__all__ = ["LEAST_DRAWN", "drawn_estimate"]

LEAST_DRAWN = 20
"""Of fewer answered draws the interval spans nearly everything."""
LOOKED_BACK = 12
"""Rounds; an older version tells nothing of the present one."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One task of a query: what the version said before anybody answered."""

    task_id: int
    said: str
    chance: float


def drawn_estimate(project: Project, target: Target) -> dict[str, Any] | None:
    """Return the newest version's accuracy on the pool that its query was drawn from.

    None where no chances are kept (the strategy draws no lots), where only a part of the pool stood
    for choice, or where too few of those drawn first have been answered.
    """
    if target.kind != "choice":
        return None
    rounds = QueryRound.objects.filter(
        project=project, state=RoundState.DONE, version__label=target.label.id
    ).select_related("version")
    for row in rounds.order_by("-pk")[:LOOKED_BACK]:
        drawn = list(_drawn_by(row))
        if len(drawn) >= LEAST_DRAWN and (found := _estimate(project, target, row, drawn)):
            return found
    return None


def _drawn_by(row: QueryRound) -> Iterator[_Drawn]:
    """Yield the tasks in the order of drawing, where all of the pool stood for choice."""
    picks = [pick for pick in row.query if "draw" in pick and pick["class"] is not None]
    for pick in sorted(picks, key=lambda pick: int(pick["draw"]["place"])):
        if pick["draw"]["pool"] == row.pool:
            yield _Drawn(pick["task"], pick["class"], pick["draw"]["chance"])


def _estimate(
    project: Project, target: Target, row: QueryRound, drawn: list[_Drawn]
) -> dict[str, Any] | None:
    answers = {
        item.task_id: item.answer
        for item in labelled_tasks(project, target, [one.task_id for one in drawn])
    }
    # Chances hold for what was drawn first without a gap.
    known = list(takewhile(lambda one: one.task_id in answers, drawn))
    if len(known) < LEAST_DRAWN or row.version is None:
        return None
    right = [one.said == answers[one.task_id] for one in known]
    share = corrected_share(right, [one.chance for one in known], row.pool)
    assert share is not None  # there are values
    return {
        "version": row.version.number,
        "tasks": len(known),
        "pool": row.pool,
        "accuracy": {"value": share.value, "low": share.low, "high": share.high},
        "plain": sum(right) / len(right),
    }
