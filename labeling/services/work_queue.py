"""What a worker does with the job table: beat, claim, and take over from workers that died."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F

from labeling.kernel.jobs import registry
from labeling.models import Job, JobState, WorkerBeat
from labeling.services.event_log import log_job

DEAD_AFTER = timedelta(seconds=30)
FORGET_AFTER = timedelta(hours=1)
MAX_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Process:
    """Who beats; `queue` is a worker's lane."""

    id: str
    kind: str
    host: str
    pid: int
    version: str
    queue: str = ""


def beat_worker(*, process: Process, job_id: int | None, now: datetime) -> None:
    """Say that a process lives and what it does."""
    facts = {
        "kind": process.kind,
        "queue": process.queue,
        "host": process.host,
        "pid": process.pid,
        "version": process.version,
        "running_id": job_id,
    }
    worker = process.id
    beats = WorkerBeat.objects.filter(pk=worker)
    if not beats.update(**facts, seen_at=now):
        WorkerBeat.objects.update_or_create(
            pk=worker, defaults=facts | {"started_at": now, "seen_at": now}
        )


def retire_worker(*, worker: str) -> None:
    """Forget a process that ended in order."""
    WorkerBeat.objects.filter(pk=worker).delete()


def claim_job(*, queue: str, worker: str, now: datetime, urgent: bool = False) -> Job | None:
    """Take the oldest waiting job of a lane, or urgent one; of two workers exactly one gets it."""
    waiting = Job.objects.filter(state=JobState.QUEUED, queue=queue).order_by("id")
    if urgent:
        waiting = waiting.filter(name__in=[name for name, kind in registry.items() if kind.urgent])
    for job_id in waiting.values_list("pk", flat=True)[:5]:
        claimed = Job.objects.filter(pk=job_id, state=JobState.QUEUED).update(
            state=JobState.RUNNING, worker=worker, started_at=now, attempts=F("attempts") + 1
        )
        if claimed:
            return Job.objects.get(pk=job_id)
    return None


def take_over_lost_jobs(*, now: datetime) -> int:
    """Requeue (or fail, with the reason) the running jobs of workers not seen for a while."""
    WorkerBeat.objects.filter(seen_at__lt=now - FORGET_AFTER).delete()
    alive = WorkerBeat.objects.filter(seen_at__gte=now - DEAD_AFTER).values("pk")
    lost = Job.objects.filter(state=JobState.RUNNING, started_at__lt=now - DEAD_AFTER).exclude(
        worker__in=alive
    )
    taken = 0
    for job in lost.exclude(worker="")[:100]:
        taken += _take_over(job, now)
    return taken


def _take_over(job: Job, now: datetime) -> int:
    mine = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, worker=job.worker)
    restartable = job.name in registry and registry.get(job.name).restartable
    if job.cancel_asked:
        changed = mine.update(state=JobState.CANCELLED, finished_at=now)
    elif restartable and job.attempts < MAX_ATTEMPTS:
        changed = _requeue(job, now)
    else:
        reason = f"The worker {job.worker} was killed while it ran this (attempt {job.attempts})."
        remedy = "If it ran out of memory, give it more or a smaller job; then start it again."
        changed = mine.update(state=JobState.FAILED, error=f"{reason} {remedy}", finished_at=now)
    if changed:
        job.refresh_from_db()
        log_job(job)
    return changed


def _requeue(job: Job, now: datetime) -> int:
    """Put it back, unless the same work (`unique_key`) waits already."""
    mine = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, worker=job.worker)
    try:
        with transaction.atomic():
            return mine.update(state=JobState.QUEUED, worker="", started_at=None)
    except IntegrityError:
        return mine.update(
            state=JobState.CANCELLED, error="A newer job does this work.", finished_at=now
        )
