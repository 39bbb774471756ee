"""Opens one chosen task: with a lease where the person may answer it, else to look at."""

import random
from datetime import datetime

from django.db import transaction

from labeling.models import AnnotationState, Lease, Task
from labeling.policies import Access, Action
from labeling.services.leases import (
    MAX_LEASES,
    drop_leases,
    extend_lease,
    hold_task,
    live_leases,
)
from labeling.services.routing import route_of


@transaction.atomic
def open_task(*, access: Access, task: Task, now: datetime, rng: random.Random) -> Lease | None:
    """Return the lease to answer under, or None: answered, full, closed, or who only reads."""
    if not access.may(Action.ANNOTATE):
        return None
    held = live_leases(project=access.project, user=access.user, now=now)
    for lease in held:
        lease.project, lease.user = access.project, access.user
        if lease.task_id == task.pk:
            return extend_lease(lease=lease, now=now)
    own = task.annotations.filter(annotator=access.user)
    if own.exclude(state=AnnotationState.REJECTED).exists():
        return None
    if route_of(access, now, rng).closed:
        return None
    taken = hold_task(task=task, user=access.user, now=now)
    if taken is not None and len(held) >= MAX_LEASES:
        drop_leases(held[MAX_LEASES - 1 :])  # what was fetched ahead makes room
    return taken
