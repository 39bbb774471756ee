"""Passes a task by: it comes back once at the end (or never), and others still get it."""

from django.db import transaction
from django.db.models import F

from labeling.events import TaskSkipped
from labeling.kernel.errors import BadInput, Conflict
from labeling.kernel.events import emit
from labeling.models import Draft, Skip, Task
from labeling.models.task import EXTRA
from labeling.policies import Access
from labeling.services.asides import ASIDES
from labeling.services.event_log import log_event
from labeling.services.leases import drop_leases

MAX_REASON = 500


@transaction.atomic
def skip_task(*, access: Access, task: Task, reason: str) -> Skip | None:
    """Note the skip, free the lease, drop the draft; of what is answered aside, no skip remains."""
    if not access.project.settings.allow_skip:
        raise Conflict("Skipping is off in this project.", code="no_skipping")
    if len(reason) > MAX_REASON:
        raise BadInput(f"reason: at most {MAX_REASON} characters.")
    mine = task.leases.select_for_update(of=("self",)).select_related("user")
    held = list(mine.filter(user=access.user))
    aside = next((lease.aside for lease in held if lease.aside not in ("", EXTRA)), None)
    if aside is None and task.annotations.filter(annotator=access.user).exists():
        raise Conflict("You have answered this task; there is nothing to skip.")
    drop_leases(held)
    Draft.objects.filter(task=task, user=access.user).delete()
    if aside is not None:
        ASIDES.get(aside).skip(access=access, task=task)
        return None
    skip, is_new = Skip.objects.get_or_create(
        task=task, user=access.user, defaults={"project": access.project, "reason": reason}
    )
    if is_new:
        Task.objects.filter(pk=task.pk).update(skip_count=F("skip_count") + 1)
    else:
        Skip.objects.filter(pk=skip.pk).update(times=F("times") + 1, reason=reason)
    log_event(
        project_id=access.project.pk,
        type="annotation",
        data={"task": str(task.pk), "annotation": None, "state": "skipped"},
        actor_id=access.user.pk,
    )
    emit(TaskSkipped(access.project.pk, task.pk, access.user.pk))
    return skip
