"""A round while it runs: its steps and times, who may stop it, and how its end is noted."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from active_learning.errors import RoundRunning, RoundSuperseded
from active_learning.learners.minimising import FitCancelled
from active_learning.models import QueryRound, RoundState
from active_learning.selectors.labelled import newest_annotation
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.versions import active_version
from active_learning.services.pacing import Pace
from active_learning.services.round_failures import failure_of
from labeling.kernel.jobs import JobCancelled
from labeling.models import Job, JobState, Project
from labeling.services.job_runs import WorkerStopping

__all__ = ["Order", "RunningRound", "open_round"]

logger = logging.getLogger(__name__)
LOOK_S = 1.0
"""The ontology is looked at this often while a round runs."""


@dataclass(frozen=True)
class Order:
    """Why a round is run, and by whom it is told and stopped."""

    trigger: str
    job_id: int | None = None
    rank_only: bool = False
    tell: Callable[[int, int | None, str], None] = lambda done, total, message: None
    check: Callable[[], None] = lambda: None
    """Raises when the job was asked to stop."""


class RunningRound:
    """The row of a running round, and the questions that each of its steps asks."""

    def __init__(
        self,
        row: QueryRound,
        target: Target,
        order: Order,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.row = row
        self.order = order
        self.pace = Pace()
        self.step_name = "start"
        self.seconds: dict[str, float] = {}
        self._target = target
        self._clock = clock
        self._looked_at = clock()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time a step, and ask before it whether to go on."""
        self.step_name, begun = name, self._clock()
        self.tell(0, None)
        yield
        self.seconds[name] = round(self._clock() - begun, 3)

    def tell(self, done: int, total: int | None) -> None:
        """Say how far the step is; raises where the round should end here."""
        self.order.tell(done, total, WORDS.get(self.step_name, self.step_name))
        self.look()

    def look(self) -> None:
        """Raise when somebody stopped the round, or what it learns is asked no more."""
        self.order.check()
        if self._clock() - self._looked_at < LOOK_S:
            return
        self._looked_at = self._clock()
        if _asks_otherwise(self.row.project_id, self._target):
            raise RoundSuperseded("What is asked changed while the round ran.")

    def confirm(self) -> None:
        """Look now, whenever it was done last."""
        self._looked_at -= LOOK_S
        self.look()

    def should_stop(self) -> bool:
        """Whether a fit should end now; that the question changed ends it by itself."""
        try:
            self.look()
        except JobCancelled:
            return True
        return False


TOLD = ("version_id", "state", "strategy", "labels", "pool", "histogram", "predicted", "query",
        "note", "seconds", "cause", "error", "warnings", "seen", "finished_at")  # fmt: skip
"""What a round writes of itself; `changed` is others' to count meanwhile."""
WORDS = {"embed": "embedding", "train": "training", "score": "scoring", "select": "selecting",
         "write": "writing", "compare": "comparing"}  # fmt: skip


@contextmanager
def open_round(project: Project, target: Target, order: Order) -> Iterator[RunningRound]:
    """Note how the round stands, whatever becomes of it; one a project at a time."""
    _close_lost_rounds(project, order.job_id)
    this = RunningRound(_begun(project, order), target, order)
    end: dict[str, Any] = {"state": RoundState.FAILED, "error": "The worker was stopped."}
    try:
        yield this
        end = {"state": RoundState.DONE}
    except (JobCancelled, FitCancelled) as stop:
        end = {"state": RoundState.CANCELLED, "cause": "cancelled"}
        raise JobCancelled from stop
    except WorkerStopping:
        end = {"state": RoundState.CANCELLED, "cause": "worker_stopping"}
        raise
    except RoundSuperseded:
        end = {"state": RoundState.CANCELLED, "cause": "ontology_changed"}
        raise
    except Exception as error:
        logger.exception("Round %s failed in the step %s", this.row.pk, this.step_name)
        kept = active_version(project)
        failure = failure_of(error, step=this.step_name, kept=kept.number if kept else None)
        end = {"state": RoundState.FAILED, "cause": failure.code, "error": failure.detail}
        raise failure from error
    finally:
        _close(this, end)


def _begun(project: Project, order: Order) -> QueryRound:
    try:
        with transaction.atomic():
            QueryRound.objects.filter(project=project, changed__gt=0).update(changed=0)
            return QueryRound.objects.create(
                project=project,
                job_id=order.job_id,
                trigger=order.trigger,
                last_annotation=newest_annotation(project),
            )
    except IntegrityError as error:
        raise RoundRunning(f"A round of {project} is running already.") from error


def _close(this: RunningRound, end: dict[str, Any]) -> None:
    row = this.row
    for name, value in end.items():
        setattr(row, name, value)
    row.seconds, row.finished_at = this.seconds, timezone.now()
    # The project may be gone, and its rounds with it: an update then changes nothing.
    QueryRound.objects.filter(pk=row.pk).update(**{name: getattr(row, name) for name in TOLD})


def _close_lost_rounds(project: Project, job_id: int | None) -> None:
    """End rounds whose worker died: their job runs no more, or is this one, begun again."""
    running = QueryRound.objects.filter(project=project, state=RoundState.RUNNING)
    alive = Job.objects.filter(~Q(pk=job_id or 0), state=JobState.RUNNING).values("pk")
    running.exclude(job__in=alive).update(
        state=RoundState.FAILED,
        cause="worker_died",
        error="Its worker died. The next round begins anew; the version in use stays.",
        finished_at=timezone.now(),
    )


def _asks_otherwise(project_id: int, target: Target) -> bool:
    """Say whether the question that is being learned is asked no more, or otherwise."""
    project = Project.objects.filter(pk=project_id).first()
    if project is None:
        return True
    now = learning_target(project)
    if now is None:
        return True
    return (now.label.id, now.kind, now.fields, now.classes) != (
        target.label.id, target.kind, target.fields, target.classes
    )  # fmt: skip
