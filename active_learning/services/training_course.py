"""A training job from outside: asked to stop, opened, and closed whatever becomes of it."""

import contextlib
import logging
import time
from collections.abc import Callable, Iterator

from django.utils import timezone

from active_learning.learners.minimising import FitCancelled
from active_learning.models import RunState, TrainingRun
from active_learning.selectors.versions import active_version
from active_learning.services.round_failures import failure_of
from active_learning.services.training_log import RunLog
from active_learning.training_jobs.epochs import Point
from labeling.kernel.jobs import JobCancelled, JobFailed, JobRun
from labeling.services.job_runs import WorkerStopping

__all__ = ["Listener", "opened"]

logger = logging.getLogger(__name__)


class Listener:
    """Hears how training goes, and learns between two epochs that it should stop.

    That a job was cancelled is raised where it is asked; here it is kept until the epochs have
    written their checkpoint.
    """

    def __init__(self, job: JobRun) -> None:
        self._job = job
        self.total: int | None = None
        self.stopped: Exception | None = None

    def heard(self, point: Point, log: RunLog) -> None:
        """Note a point of the curve and how far that is."""
        log.point(point.as_json())
        self._ask(lambda: self._job.progress(point.epoch, self.total, "training"))

    def tell(self, done: int, total: int, message: str) -> None:
        """Note how far something is."""
        self._ask(lambda: self._job.progress(done, total, message))

    def should_stop(self) -> bool:
        """Whether to end now."""
        self._ask(self._job.check_cancelled)
        return self.stopped is not None

    def look(self) -> None:
        """Raise what was kept, if it should end."""
        if self.should_stop() and self.stopped is not None:
            raise self.stopped

    def _ask(self, question: Callable[[], None]) -> None:
        try:
            question()
        except (JobCancelled, WorkerStopping) as stop:
            self.stopped = stop


@contextlib.contextmanager
def opened(row: TrainingRun, log: RunLog, listener: Listener, job_id: int) -> Iterator[None]:
    """Note how the run stands, whatever becomes of it."""
    begun = time.monotonic()
    row.state, row.started_at, row.job_id = RunState.RUNNING, timezone.now(), job_id
    row.cause, row.error = "", ""
    row.save(update_fields=["state", "started_at", "job", "cause", "error"])
    log.say("began")
    try:
        yield
    except (FitCancelled, JobCancelled, WorkerStopping) as stop:
        reason = listener.stopped or stop
        is_stopped = isinstance(reason, WorkerStopping)
        row.state = RunState.QUEUED if is_stopped else RunState.CANCELLED
        row.cause = "worker_stopping" if is_stopped else "cancelled"
        log.flush()
        log.say(row.cause, epoch=row.epoch)
        if isinstance(reason, FitCancelled):
            raise JobCancelled from stop
        raise reason from stop
    except Exception as error:
        logger.exception("Training %s failed", row.pk)
        failure = _told(error, row)
        row.state, row.cause, row.error = RunState.FAILED, failure.code, failure.detail
        log.flush()
        log.say("failed", error=failure.detail)
        raise failure from error
    finally:
        row.seconds = round(row.seconds + time.monotonic() - begun, 3)
        row.finished_at = None if row.is_live else timezone.now()
        row.save(update_fields=["state", "cause", "error", "seconds", "finished_at", "version"])
        log.state()


def _told(error: Exception, row: TrainingRun) -> JobFailed:
    """Return the failure with its remedy; what says both already is left as it is."""
    if isinstance(error, JobFailed):
        return error
    kept = active_version(row.project)
    return failure_of(error, step="train", kept=kept.number if kept else None)
