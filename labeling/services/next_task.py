"""Hands out the next task: resume what is held, else take the best place that is free."""

import random
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from labeling.kernel.errors import Conflict
from labeling.models import Lease, Task
from labeling.policies import Access
from labeling.selectors.candidates import fresh_candidates, skipped_candidates
from labeling.services.leases import MAX_LEASES, extend_lease, hold_task, reap_expired_leases
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
    reap_expired_leases(project=access.project, now=now)
    held = list(access.project.leases.filter(user=access.user).order_by("pk"))
    for lease in held:
        if lease.task_id not in holding:
            return _resumed(access, lease, now)
    if len(held) >= MAX_LEASES:
        raise Conflict(
            "You hold two tasks already. Submit, skip or release one first.",
            code="two_leases_held",
        )
    taken = {lease.task_id for lease in held}
    return _take(access, fresh_candidates(access.project, access.user, taken, rng), now) or (
        _take(access, skipped_candidates(access.project, access.user, taken), now)
        if access.project.settings.skip_policy == "end"
        else None
    )


def _resumed(access: Access, lease: Lease, now: datetime) -> Handed:
    lease.project = access.project
    task = access.project.tasks.get(pk=lease.task_id)
    task.project = access.project
    return Handed(task, extend_lease(lease=lease, now=now))


def _take(access: Access, candidates: QuerySet[Task], now: datetime) -> Handed | None:
    """Try the candidates in the router's order; PostgreSQL passes over rows others are taking."""
    for _ in range(TRIES):
        found = list(candidates.select_for_update(skip_locked=True, of=("self",))[: width()])
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
