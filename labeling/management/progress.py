"""Jobs run from a terminal: the same record as a worker keeps, and a bar with rate and time."""

import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from django.core.management.base import OutputWrapper
from django.utils import timezone

from labeling.kernel.jobs import JobRun
from labeling.models import Job, JobState
from labeling.policies import Access
from labeling.services.job_runs import StoredJobRun

STEP_S = 0.2
WIDTH = 24


class TerminalRun:
    """A running job that draws its progress; as a context it starts and ends the job's row."""

    job_id: int

    def __init__(self, name: str, *, kind: str, access: Access, out: OutputWrapper) -> None:
        self._job = Job.objects.create(
            name=name,
            kind=kind,
            project=access.project,
            created_by=access.user,
            state=JobState.RUNNING,
            started_at=timezone.now(),
        )
        self.job_id = self._job.pk
        self._run: JobRun = StoredJobRun(self._job)
        self._out = out
        self._began = self._drawn = time.monotonic()
        self.found: dict[str, Any] = {}
        self.written = Path()

    def progress(self, done: int, total: int | None = None, message: str = "") -> None:
        """Note it and draw it."""
        self._run.progress(done, total, message)
        now = time.monotonic()
        if now - self._drawn >= STEP_S or done == total:
            self._drawn = now
            self._out.write(f"\r{bar(done, total, now - self._began, message)}\033[K", ending="")
            self._out.flush()

    def check_cancelled(self) -> None:
        """Raise when somebody asked the job to stop."""
        self._run.check_cancelled()

    def should_yield(self) -> bool:
        """Nobody else waits for a person's own terminal."""
        return False

    def report(self, report: Mapping[str, Any]) -> None:
        """Keep the report for the command."""
        self.found = dict(report)
        self._run.report(report)

    def result_path(self, name: str) -> Path:
        """Return where to write the result."""
        self.written = self._run.result_path(name)
        return self.written

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._out.write("")
        self._job.state = JobState.FAILED if error else JobState.DONE
        self._job.error = str(error or "")
        self._job.finished_at = timezone.now()
        self._job.save(update_fields=["state", "error", "finished_at"])


def bar(done: int, total: int | None, seconds: float, message: str) -> str:
    """Return one line: the bar, how many, how fast, and how long it still takes."""
    rate = done / seconds if seconds > 0 else 0.0
    speed = f"{rate:,.0f}/s"
    if not total:
        return f"{message} {done:,}, {speed}"
    filled = WIDTH * done // total
    left = (total - done) / rate if rate else 0.0
    drawn = "█" * filled + "░" * (WIDTH - filled)
    return f"{message} {drawn} {done:,} of {total:,}, {speed}, {left:,.0f} s left"
