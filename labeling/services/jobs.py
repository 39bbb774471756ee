"""The jobs port's adapters: the job table is the queue, or (tests) the job runs at once."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import registry
from labeling.models import LIVE_STATES, Job, JobState
from labeling.services.event_log import log_job
from labeling.services.job_runs import run_job


class DatabaseBackend:
    """Stores the job; a worker of its lane takes it within half a second of the commit."""

    def enqueue(
        self,
        name: str,
        *,
        project_id: int | None,
        created_by_id: int | None,
        kwargs: Mapping[str, Any],
        unique: str | None,
    ) -> int:
        """Store the job inside the current transaction, once per `unique` key while it waits."""
        if unique and (waiting := _waiting(unique)):
            return waiting
        kind = registry.get(name)
        try:
            with transaction.atomic():
                job = Job.objects.create(
                    name=name,
                    kind=kind.kind,
                    queue=kind.queue,
                    kwargs=dict(kwargs),
                    unique_key=unique or "",
                    project_id=project_id,
                    created_by_id=created_by_id,
                )
        except IntegrityError:
            if unique and (waiting := _waiting(unique)):
                return waiting
            raise
        log_job(job)
        return job.pk


class ImmediateBackend(DatabaseBackend):
    """Runs the job before `enqueue` returns, in the caller's transaction."""

    def enqueue(
        self,
        name: str,
        *,
        project_id: int | None,
        created_by_id: int | None,
        kwargs: Mapping[str, Any],
        unique: str | None,
    ) -> int:
        """Store the job and run it here and now."""
        job_id = super().enqueue(
            name,
            project_id=project_id,
            created_by_id=created_by_id,
            kwargs=kwargs,
            unique=unique,
        )
        claimed = Job.objects.filter(pk=job_id, state=JobState.QUEUED)
        if claimed.update(state=JobState.RUNNING, attempts=1):
            run_job(Job.objects.get(pk=job_id))
        return job_id


def cancel_job(*, job: Job) -> Job:
    """Stop a waiting job at once, and ask a running one to stop at its next step."""
    if job.state not in LIVE_STATES:
        raise Conflict(f"This job is {job.state} already.")
    waiting = Job.objects.filter(pk=job.pk, state=JobState.QUEUED)
    if not waiting.update(state=JobState.CANCELLED, cancel_asked=True):
        Job.objects.filter(pk=job.pk).update(cancel_asked=True)
    job.refresh_from_db()
    log_job(job)
    return job


def _waiting(unique: str) -> int | None:
    return (
        Job.objects.filter(unique_key=unique, state=JobState.QUEUED)
        .values_list("pk", flat=True)
        .first()
    )
