"""Hands out the next task: resume what is held, else take the best place that is free."""

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from labeling.kernel.errors import Conflict
from labeling.models import Lease, Task
from labeling.policies import Access
from labeling.selectors.candidates import fresh_candidates, skipped_candidates
from labeling.services.leases import MAX_LEASES, extend_lease, hold_task, live_leases
from labeling.services.routing import Candidate, Question, routed, width

TRIES = 5
"""Without row locks another annotator may take a candidate between reading and taking it."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A task and the lease under which it was given."""

    task: Task
    lease: Lease


@transaction.atomic
def take_next_task(
    *, access: Access, holding: Collection[int], now: datetime, rng: random.Random
) -> Handed | None:
    """Return a task to work on, or None when nothing is left for this person now.

    A live lease on a task that is not in `holding` comes first, so that a reopened tab resumes.
    """
    held = live_leases(project=access.project, user=access.user, now=now)
    for lease in held:
        if lease.task_id not in holding:
            return _resumed(access, lease, now)
    if len(held) >= MAX_LEASES:
        raise Conflict(
            "You hold two tasks already. Submit, skip or release one first.",
            code="two_leases_held",
        )
    taken = {lease.task_id for lease in held}
    project, user = access.project, access.user
    fresh = _take(access, lambda: fresh_candidates(project, user, taken, width(), rng), now)
    if fresh is not None or project.settings.skip_policy != "end":
        return fresh
    return _take(access, lambda: skipped_candidates(project, user, taken, width()), now)


def _resumed(access: Access, lease: Lease, now: datetime) -> Handed:
    lease.project = access.project
    task = access.project.tasks.get(pk=lease.task_id)
    task.project = access.project
    return Handed(task, extend_lease(lease=lease, now=now))


def _take(access: Access, read: Callable[[], list[Task]], now: datetime) -> Handed | None:
    """Try the candidates in the router's order; PostgreSQL passes over rows others are taking."""
    for _ in range(TRIES):
        found = read()
        if not found:
            return None
        tasks = {task.pk: task for task in found}
        for task_id in routed(_question(access, found)):
            task = tasks[task_id]
            task.project = access.project
            if lease := hold_task(task=task, user=access.user, now=now):
                return Handed(task, lease)
    return None


def _question(access: Access, tasks: list[Task]) -> Question:
    candidates = [Candidate(t.pk, t.priority, t.uncertainty, t.annotation_count) for t in tasks]
    return Question(access.project.pk, access.user.pk, candidates)
