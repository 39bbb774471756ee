"""The query round: train, measure, score the pool, select, write down. One story, one screen."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from active_learning.learners.heads import HeadFileError
from active_learning.learners.minimising import FitCancelled
from active_learning.models import ModelVersion, QueryRound, RoundState
from active_learning.selectors.labelled import Labelled, labelled_tasks, newest_annotation
from active_learning.selectors.target import learning_target
from active_learning.selectors.versions import active_version, shows_learned, version_weights
from active_learning.services.embed_tasks import embed_tasks
from active_learning.services.encoders import layout_of
from active_learning.services.scoring import Scored, score_pool
from active_learning.services.selecting import select_query, write_query
from active_learning.services.training import Lesson, measure, train
from active_learning.services.versions import (
    activate_version,
    drop_old_predictions,
    store_version,
)
from active_learning.serving.bundle import Bundle, bundle_key, read_bundle, write_bundle
from labeling.kernel.errors import Unavailable
from labeling.kernel.jobs import JobCancelled
from labeling.models import Job, JobState, Project

SEED = 20_240_229


class RoundRunning(Exception):
    """Another worker runs a round of this project."""


@dataclass(frozen=True)
class Order:
    """Why a round is run, and by whom it is told and stopped."""

    trigger: str
    job_id: int | None = None
    rank_only: bool = False
    tell: Callable[[int, int | None, str], None] = lambda done, total, message: None
    check: Callable[[], None] = lambda: None
    """Raises when the job was asked to stop."""

    def should_stop(self) -> bool:
        """Whether the fit should end now."""
        try:
            self.check()
        except JobCancelled:
            return True
        return False


def run_query_round(*, project: Project, order: Order) -> QueryRound | None:
    """Learn from the labels so far and ask for the next ones; None where nothing can be learned.

    People go on annotating meanwhile: nothing is locked, and every write is a short transaction.
    A round that fails or is stopped leaves the version in use as it was.
    """
    target = learning_target(project)
    if target is None:
        return None
    with _open_round(project, order) as (this, clock):
        lesson = Lesson(project, target, layout_of(target))
        rng = np.random.default_rng(SEED + this.pk)
        with clock("embed"):
            embed_tasks(
                lesson=lesson, tell=lambda done, total: order.tell(done, total, "embedding")
            )
        labelled = labelled_tasks(project, target)
        with clock("train"):
            learned = _learn(this, lesson, labelled, rng, order)
        scored = Scored()
        if learned is not None:
            with clock("score"):
                scored = score_pool(
                    lesson=lesson,
                    bundle=learned.bundle,
                    version=learned.version,
                    is_shown=shows_learned(project),
                    tell=lambda done: order.tell(done, None, "scoring"),
                )
            activate_version(project=project, version=learned.version)
        with clock("select"):
            selected = select_query(
                lesson=lesson,
                bundle=learned.bundle if learned else None,
                scored=scored,
                labelled=labelled,
                rng=rng,
            )
            write_query(this=this, lesson=lesson, selected=selected, rng=rng)
        _remember(this, learned, scored, labelled)
    if learned is not None:
        drop_old_predictions(project=project, version=learned.version)
    return this


@dataclass(frozen=True)
class _Learned:
    """A version and what it holds."""

    bundle: Bundle
    version: ModelVersion


def _learn(
    this: QueryRound,
    lesson: Lesson,
    labelled: Sequence[Labelled],
    rng: np.random.Generator,
    order: Order,
) -> _Learned | None:
    """Fit and store a new version, or take the one in use when only ranking was asked for."""
    order.tell(0, None, "training")
    active, previous = active_version(lesson.project), _previous_bundle(lesson)
    if order.rank_only and active is not None and previous is not None:
        return _Learned(previous, active)
    started = time.monotonic()
    trained = train(
        lesson=lesson,
        labelled=labelled,
        previous=previous,
        rng=rng,
        should_stop=order.should_stop,
    )
    if trained is None:
        return None
    measured = measure(lesson=lesson, bundle=trained.bundle, labelled=labelled)
    content = write_bundle(trained.bundle)
    accuracy = measured.accuracy
    facts = ModelVersion(
        label=lesson.target.label.id,
        kind=lesson.target.kind,
        classes=list(trained.classes),
        ontology_number=lesson.project.ontology_number,
        layout=lesson.layout.id,
        key=bundle_key(content),
        labels=trained.labels,
        holdout=measured.tasks,
        accuracy=accuracy.value if accuracy else None,
        low=accuracy.low if accuracy else None,
        high=accuracy.high if accuracy else None,
        ece=measured.ece,
        seconds=round(time.monotonic() - started, 3),
        trigger=this.trigger if active else "first",
    )
    version = store_version(project=lesson.project, content=content, facts=facts)
    return _Learned(trained.bundle, version)


def _remember(
    this: QueryRound, learned: _Learned | None, scored: Scored, labelled: Sequence[Labelled]
) -> None:
    this.version = learned.version if learned else None
    this.labels = sum(not item.is_holdout for item in labelled)
    this.pool = len(scored.ids)
    this.histogram = scored.histogram
    this.predicted = dict(scored.predicted)


class _Clock:
    """Seconds of each step."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.seconds[step] = round(time.monotonic() - begun, 3)


@contextmanager
def _open_round(project: Project, order: Order) -> Iterator[tuple[QueryRound, _Clock]]:
    """Note how the round stands, whatever becomes of it; one a project at a time."""
    _close_lost_rounds(project, order.job_id)
    clock = _Clock()
    try:
        with transaction.atomic():
            this = QueryRound.objects.create(
                project=project,
                job_id=order.job_id,
                trigger=order.trigger,
                last_annotation=newest_annotation(project),
            )
    except IntegrityError as error:
        raise RoundRunning(f"A round of {project} is running already.") from error
    this.state = RoundState.FAILED
    try:
        yield this, clock
        this.state = RoundState.DONE
    except (JobCancelled, FitCancelled) as stop:
        this.state = RoundState.CANCELLED
        raise JobCancelled from stop
    except BaseException as error:
        this.error = f"{type(error).__name__}: {error}"
        raise
    finally:
        this.seconds, this.finished_at = clock.seconds, timezone.now()
        this.save()


def _close_lost_rounds(project: Project, job_id: int | None) -> None:
    """End rounds whose worker died: their job runs no more, or is this one, begun again."""
    running = QueryRound.objects.filter(project=project, state=RoundState.RUNNING)
    alive = Job.objects.filter(~Q(pk=job_id or 0), state=JobState.RUNNING).values("pk")
    running.exclude(job__in=alive).update(
        state=RoundState.FAILED, error="Its worker died.", finished_at=timezone.now()
    )


def _previous_bundle(lesson: Lesson) -> Bundle | None:
    """Return the version in use, if it answers this question from these vectors."""
    version = active_version(lesson.project)
    if version is None:
        return None
    try:
        bundle = read_bundle(version_weights(version))
    except (Unavailable, HeadFileError):
        # Weights that are lost or damaged are no reason to stop learning.
        return None
    return bundle if lesson.is_taught_by(bundle) else None
