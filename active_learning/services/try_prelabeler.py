"""Tries a pre-labeler on a few tasks; nothing of it is shown to annotators."""

import statistics
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from active_learning.models import PrelabelerUse, RawProposals
from active_learning.models.prelabeling import TRY_JOB
from active_learning.prelabelers.composing import candidates_of, compose
from active_learning.selectors.prelabeler_cards import card_of
from active_learning.selectors.prelabeling import Working, source_of
from active_learning.selectors.task_preview import preview_of
from active_learning.services.ask_prelabelers import AskingRoom, ask_about
from active_learning.services.compose_predictions import read_votes
from labeling.kernel.clock import wire_time
from labeling.kernel.jobs import JobRun, enqueue
from labeling.models import Task
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of

__all__ = ["enqueue_trial", "try_prelabeler"]

TRIED = 10
ALIKE = 2
"""Failures of one kind in a row after which the others would tell nothing new."""
MOST_TEXT = 600
"""Characters of a text that the page shows."""
MOST_SHOWN = 60


def enqueue_trial(*, use: PrelabelerUse, user_id: int | None) -> int:
    """Enqueue a try, once while one waits."""
    return enqueue(
        TRY_JOB,
        project_id=use.project_id,
        created_by_id=user_id,
        kwargs={"use_id": use.pk},
        unique=f"try:{use.pk}",
    )


def try_prelabeler(*, use: PrelabelerUse, run: JobRun) -> dict[str, Any]:
    """Ask about ten tasks, and keep what came, how long it took, and what failed."""
    project = use.project
    working = Working(use, card_of(project, use.prelabeler), source_of(use, ontology_of(project)))
    tasks = list(project.tasks.order_by("-wants_labels", "-priority", "pk")[:TRIED])
    rows: list[RawProposals] = []
    with AskingRoom() as room:
        for number, task in enumerate(tasks):
            run.progress(number, len(tasks), "trying")
            rows += ask_about(room, working, [task])
            if _fails_alike(rows):
                break
    # The first answer waits for the model to be opened; the others tell what a task costs.
    times = [row.seconds for row in rows[1:] if row.seconds] or [row.seconds for row in rows]
    trial = {
        "at": wire_time(timezone.now()),
        "revision": use.revision,
        "tasks": [_shown(working, row, task) for row, task in zip(rows, tasks, strict=False)],
        "median_s": round(statistics.median(times), 4) if times else None,
        "slowest_s": round(max(times), 4) if times else None,
        "opening_s": round(rows[0].seconds, 2) if rows else None,
        "faults": sum(bool(row.fault) for row in rows),
    }
    PrelabelerUse.objects.filter(pk=use.pk).update(trial=trial)
    return trial


def _fails_alike(rows: Sequence[RawProposals]) -> bool:
    last = rows[-ALIKE:]
    return len(last) == ALIKE and all(
        row.fault and (row.fault, row.detail) == (last[0].fault, last[0].detail) for row in last
    )


def _shown(working: Working, row: RawProposals, task: Task) -> dict[str, Any]:
    """Return a task with what would be suggested, and what has no place in the ontology."""
    project, source = working.use.project, working.source
    ontology = ontology_of(project)
    if working.card.has_functions:
        candidates = read_votes(working.use).candidates(source, row.proposals, ontology)
    else:
        candidates = candidates_of(source, row.proposals, ontology)
    composed = compose([source], candidates, ontology)[source.id]
    data = shelf_for(project, ontology, [task]).data_of(task)
    value = data.get(working.use.field)
    unplaced = sorted({c.own for c in candidates if c.class_id is None})
    return {
        "task": str(task.pk),
        **preview_of(task, data),
        "value": value[:MOST_TEXT] if isinstance(value, str) else _medium(value),
        "regions": composed.regions[:MOST_SHOWN],
        "answers": composed.answers,
        "probabilities": composed.probabilities,
        "unplaced": unplaced[:MOST_SHOWN],
        "proposals": len(row.proposals),
        "waits": source.is_silent,
        "seconds": row.seconds,
        "fault": {"code": row.fault, "detail": row.detail} if row.fault else None,
    }


def _medium(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, dict):
        return None
    wanted = ("url", "thumbnail", "width", "height", "type", "name")
    return {name: value.get(name) for name in wanted} | _first_page(value)


def _first_page(value: dict[str, Any]) -> dict[str, Any]:
    """Return the size of a document's first page, which its thumbnail shows, unless turned."""
    facts = value.get("facts") or {}
    pages, turns = facts.get("pages"), facts.get("rotations") or [0]
    return {"width": pages[0][0], "height": pages[0][1]} if pages and not turns[0] else {}
