"""Leases: an expiring reservation of one of a task's places."""

from datetime import datetime, timedelta

from django.db import transaction

from labeling.kernel.errors import NotFound
from labeling.kernel.rows import Rows
from labeling.models import Lease, Project, Task, User
from labeling.services.event_log import log_event
from labeling.services.overlap import free_places
from labeling.services.prelabel_draws import draw_prelabel
from labeling.services.statements import adapted, insert_lease, take_place

MAX_LEASES = 2
"""The task on screen and the one fetched ahead."""
REAP_LIMIT = 100
_LEASES = Rows(Lease, "l")
_SEEN = (
    f"SELECT {_LEASES.columns} FROM labeling_lease l "  # noqa: S608  (our own text)
    "WHERE l.project_id = %s AND (l.user_id = %s OR l.expires_at < %s) ORDER BY l.id"
)
"""Own leases and everybody's expired ones at once: the first thing each call for work asks."""


def hold_task(*, task: Task, user: User, now: datetime) -> Lease | None:
    """Take a place of the task for the user, or None when none is free (inside a transaction)."""
    return reserve(task=task, user=user, now=now) if take_place(task.pk) else None


def reserve(*, task: Task, user: User, now: datetime, aside: str = "") -> Lease:
    """Note a reservation whose place is taken already; one for something else takes none."""
    expires_at = now + timedelta(seconds=task.project.settings.lease_seconds)
    lease = Lease(
        pk=insert_lease(
            project_id=task.project_id,
            task_id=task.pk,
            user_id=user.pk,
            aside=aside,
            expires_at=expires_at,
            now=now,
        ),
        project_id=task.project_id,
        task_id=task.pk,
        user_id=user.pk,
        aside=aside,
        expires_at=expires_at,
    )
    if not aside:
        draw_prelabel(task=task, user=user)
    tell_lease(lease.project_id, lease.task_id, user, "taken")
    return lease


@transaction.atomic
def renew_lease(*, user: User, lease_id: int, now: datetime) -> Lease:
    """Extend the user's own lease; one that ran out but was not given away revives."""
    lease = _own(user, lease_id)
    return extend_lease(lease=lease, now=now)


def extend_lease(*, lease: Lease, now: datetime) -> Lease:
    """Move the end of a lease."""
    lease.expires_at = now + timedelta(seconds=lease.project.settings.lease_seconds)
    lease.save(update_fields=["expires_at"])
    return lease


@transaction.atomic
def release_lease(*, user: User, lease_id: int) -> None:
    """Give the user's own reservation back."""
    drop_leases([_own(user, lease_id)])


@transaction.atomic
def release_all_leases(*, project: Project, user: User) -> None:
    """Give back whatever a person holds in a project."""
    drop_leases(list(project.leases.select_for_update().filter(user=user)))


def live_leases(*, project: Project, user: User, now: datetime) -> list[Lease]:
    """Return what a person holds, oldest first, after freeing what ran out (in a transaction)."""
    seen = _LEASES.read(_SEEN, [project.pk, user.pk, adapted(now)])
    if any(lease.expires_at < now for lease in seen):
        reap_expired_leases(project=project, now=now)
    return [lease for lease in seen if lease.user_id == user.pk and lease.expires_at >= now]


def reap_expired_leases(*, project: Project, now: datetime) -> None:
    """Free what ran out; done whenever somebody asks for work (inside a transaction)."""
    expired = project.leases.filter(expires_at__lt=now).order_by("expires_at")
    leases = list(
        expired.select_for_update(skip_locked=True, of=("self",)).select_related("user")[
            :REAP_LIMIT
        ]
    )
    if leases:
        drop_leases(leases)


def drop_leases(leases: list[Lease]) -> None:
    """Delete locked leases and reopen their places."""
    if not leases:
        return
    Lease.objects.filter(pk__in=[lease.pk for lease in leases]).delete()
    free_places([lease.task_id for lease in leases])
    for lease in leases:
        tell_lease(lease.project_id, lease.task_id, lease.user, "free")


def tell_lease(project_id: int, task_id: int, user: User, state: str) -> None:
    """Log that a task is taken or free."""
    who = {"id": str(user.pk), "name": user.first_name or user.username}
    log_event(
        project_id=project_id,
        type="lease",
        data={"task": str(task_id), "user": who, "state": state},
        actor_id=user.pk,
    )


def _own(user: User, lease_id: int) -> Lease:
    lease = (
        user.leases.select_for_update(of=("self",))
        .select_related("project", "user")
        .filter(pk=lease_id)
        .first()
    )
    if lease is None:
        raise NotFound("This lease ran out and the task went to somebody else. Your draft is kept.")
    return lease
