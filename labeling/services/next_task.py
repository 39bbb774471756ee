"""Hands out the next task: resume what is held, else take the best place that is free."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from labeling.kernel.errors import Conflict
from labeling.models import Lease, Task
from labeling.policies import Access
from labeling.selectors.candidates import (
    Asked,
    Candidate,
    fresh_candidates,
    skipped_candidates,
)
from labeling.services.leases import MAX_LEASES, extend_lease, live_leases, reserve
from labeling.services.routing import WIDTHS, Detour, Route, route_of
from labeling.services.statements import take_task

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
    route = route_of(access, now, rng)
    if detour := route.detour(taken):
        return _out_of_turn(access, detour, now)
    if route.closed:
        raise route.closed
    asked = Asked(access.project, access.user, taken, route.beside)
    queue = _Queue(access, route, now)
    fresh = queue.take(lambda width: fresh_candidates(asked, width, rng))
    if fresh is not None or access.project.settings.skip_policy != "end":
        return fresh
    return queue.take(lambda width: skipped_candidates(asked, width))


def _resumed(access: Access, lease: Lease, now: datetime) -> Handed:
    lease.project = access.project
    task = access.project.tasks.get(pk=lease.task_id)
    task.project = access.project
    return Handed(task, extend_lease(lease=lease, now=now))


def _out_of_turn(access: Access, detour: Detour, now: datetime) -> Handed | None:
    if detour.task_id is None:
        return None
    task = access.project.tasks.get(pk=detour.task_id)
    task.project = access.project
    return Handed(task, reserve(task=task, user=access.user, now=now, aside=detour.aside))


@dataclass(frozen=True, slots=True)
class _Queue:
    """Whose turn it is."""

    access: Access
    route: Route
    now: datetime

    def take(self, read: Callable[[int], Sequence[Candidate]]) -> Handed | None:
        """Try the candidates in the route's order; look further where it offers none of them."""
        widths = iter(WIDTHS if self.route.chooses else (1, *WIDTHS))
        width = next(widths)
        for _ in range(TRIES + 1 + len(WIDTHS)):
            found = read(width)
            offered = self.route.ordered(found)
            for task_id in offered:
                if handed := self._take(task_id):
                    return handed
            if not found or (not offered and len(found) < width):
                return None
            if not offered:
                width = next(widths, 0)
                if not width:
                    return None
        return None

    def _take(self, task_id: int) -> Handed | None:
        task = take_task(task_id)
        if task is None:
            return None
        task.project = self.access.project
        return Handed(task, reserve(task=task, user=self.access.user, now=self.now))
