"""Runs one claimed job and keeps its record: progress, report, result, failure."""

import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.db.models import F
from django.utils import timezone

from labeling.kernel.errors import PenumbraError
from labeling.kernel.jobs import JobCancelled, registry
from labeling.models import Job, JobState
from labeling.selectors.jobs import results_folder
from labeling.services.event_log import log_job

logger = logging.getLogger(__name__)
STEP_S = 0.5
"""Progress is written, and cancelling looked for, at most this often."""
MAX_MESSAGE = 300
FAIR_S = 20.0
"""A job that can be continued later runs at least this long before it lets others go first."""


class WorkerStopping(Exception):
    """Raised inside a job when its worker was asked to end; the job goes back to the queue."""


class StoredJobRun:
    """The `JobRun` of a job row."""

    def __init__(
        self,
        job: Job,
        *,
        is_stopping: Callable[[], bool] = lambda: False,
        give_way: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.job_id = job.pk
        self._job = job
        self._is_stopping = is_stopping
        self._give_way = give_way
        self._clock = clock
        self._looked_at = self._told_at = self._began_at = clock()

    def progress(self, done: int, total: int | None = None, message: str = "") -> None:
        """Tell how far it is; written at most twice a second, and at the end."""
        job = self._job
        job.done, job.total = done, total if total is not None else job.total
        job.message = message[:MAX_MESSAGE] or job.message
        self.check_cancelled()
        if self._clock() - self._told_at < STEP_S:
            return
        self._told_at = self._clock()
        job.save(update_fields=["done", "total", "message"])
        log_job(job)
        self._give_way()

    def check_cancelled(self) -> None:
        """Raise when somebody asked the job, or its worker, to stop."""
        if self._is_stopping():
            raise WorkerStopping
        if self._clock() - self._looked_at < STEP_S:
            return
        self._looked_at = self._clock()
        if Job.objects.filter(pk=self.job_id, cancel_asked=True).exists():
            raise JobCancelled

    def should_yield(self) -> bool:
        """Say whether this job had a fair share and others wait for the same worker."""
        if self._clock() - self._began_at < FAIR_S:
            return False
        return Job.objects.filter(queue=self._job.queue, state=JobState.QUEUED).exists()

    def report(self, report: Mapping[str, Any]) -> None:
        """Store what the job found."""
        self._job.report = dict(report)
        self._job.save(update_fields=["report"])

    def result_path(self, name: str) -> Path:
        """Return where to write the result; `name` is what people download it as."""
        folder = results_folder(self.job_id)
        folder.mkdir(parents=True, exist_ok=True)
        self._job.result_path, self._job.result_name = "result", name
        self._job.save(update_fields=["result_path", "result_name"])
        return folder / "result"


def run_job(
    job: Job,
    *,
    is_stopping: Callable[[], bool] = lambda: False,
    give_way: Callable[[], None] = lambda: None,
) -> None:
    """Run a claimed job to its end; whatever it raises becomes its stored state.

    `give_way` runs urgent work that waits, amid a job that lets others go first.
    """
    log_job(job)
    run = StoredJobRun(job, is_stopping=is_stopping, give_way=give_way)
    try:
        registry.get(job.name).function(run, **job.kwargs)
    except JobCancelled:
        _finish(job, JobState.CANCELLED)
    except WorkerStopping:
        _requeue(job)
    except PenumbraError as error:
        problems = [dict(problem) for problem in error.errors]
        job.report = (job.report or {}) | ({"problems": problems} if problems else {})
        _finish(job, JobState.FAILED, error.detail)
    except Exception as error:  # the outermost loop of a job: any failure is its result
        logger.exception("Job %s (%s) failed", job.pk, job.name)
        _finish(job, JobState.FAILED, f"{type(error).__name__}: {error}"[:2000])
    else:
        _finish(job, JobState.DONE)


def _finish(job: Job, state: JobState, error: str = "") -> None:
    job.state, job.error, job.finished_at = state, error, timezone.now()
    if state == JobState.DONE and job.total is not None:
        job.done = job.total
    job.save(update_fields=["state", "error", "finished_at", "done", "total", "message", "report"])
    log_job(job)


def _requeue(job: Job) -> None:
    """A stopped worker is nobody's fault: the attempt does not count."""
    Job.objects.filter(pk=job.pk).update(
        state=JobState.QUEUED, worker="", attempts=F("attempts") - 1, started_at=None
    )
    job.refresh_from_db()
    log_job(job)
