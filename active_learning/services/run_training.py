"""The training job: pin the answers → search → epochs → calibrate → measure → shelve."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from django.utils import timezone

from active_learning.errors import TrainingFailed
from active_learning.models import ModelVersion, RunState, TrainingRun
from active_learning.selectors.code_version import code_version
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.training_slice import slice_rows
from active_learning.selectors.versions import active_version
from active_learning.services.embed_tasks import embed_for_round
from active_learning.services.encoders import layout_of
from active_learning.services.learn_version import store_measured
from active_learning.services.lesson_material import (
    bundled,
    labelled_of,
    refuse_untellable,
)
from active_learning.services.lineage import note_lineage
from active_learning.services.prepared_material import forget_prepared, prepared
from active_learning.services.score_sheets import keep_sheet
from active_learning.services.scoring import Scored
from active_learning.services.searched_recipe import searched
from active_learning.services.teachers import open_teacher
from active_learning.services.teaching_report import teaching_report
from active_learning.services.training import Lesson, Trained, measure, train
from active_learning.services.training_course import Listener, opened
from active_learning.services.training_files import keep_snapshot, kept_snapshot, run_folder
from active_learning.services.training_log import RunLog
from active_learning.training_jobs.checkpoint import Checkpoints
from active_learning.training_jobs.epochs import Course, Outcome, run_epochs
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.snapshot import Snapshot
from active_learning.training_jobs.together import ProcessesDied, run_together
from labeling.kernel.jobs import JobRun
from labeling.models import Project
from labeling.policies import Action, open_project

__all__ = ["run_training"]


@dataclass(frozen=True)
class _Underway:
    """A run with what it learns from, and who hears of it."""

    row: TrainingRun
    lesson: Lesson
    snapshot: Snapshot
    log: RunLog
    listener: Listener


def run_training(*, row: TrainingRun, job: JobRun) -> ModelVersion:
    """Train as ordered and put the version on the shelf; from the checkpoint if there is one.

    Nothing that is in use changes: a version is promoted by a person.
    """
    log, listener = RunLog(row), Listener(job)
    with opened(row, log, listener, job.job_id):
        target = _target(row)
        lesson = Lesson(row.project, target, layout_of(target))
        embed_for_round(
            lesson=lesson,
            rng=np.random.default_rng(row.pk),
            tell=lambda done, total: job.progress(done, total, "embedding"),
        )
        this = _Underway(row, lesson, _pinned(row, lesson, log), log, listener)
        recipe = Recipe.from_json(row.recipe)
        trained = _by_epochs(this, recipe) if recipe.has_epochs else _as_rounds(this, recipe)
        listener.look()
        return _shelved(this, trained)


def _target(row: TrainingRun) -> Target:
    """Return what is asked now, if that is still what the run was ordered for."""
    target = learning_target(Project.objects.get(pk=row.project_id))
    if target is None or (target.label.id, target.kind) != (row.label, row.kind):
        raise TrainingFailed(
            f"The project no longer learns {row.label!r} as {row.kind}: its ontology or target "
            "label changed. Start a new training.",
            code="ontology_changed",
        )
    return target


def _pinned(row: TrainingRun, lesson: Lesson, log: RunLog) -> Snapshot:
    """Return the answers that the run learns from, the same at every attempt."""
    target, snapshot = lesson.target, kept_snapshot(row)
    if snapshot is None:
        access = open_project(row.created_by, row.project_id, Action.TRAIN)
        found = slice_rows(access, target, text=row.filter, votes=row.votes)
        snapshot = Snapshot(tuple(found))
        refuse_untellable(target.kind, snapshot.taught)
        row.snapshot, row.counts = snapshot.hash, snapshot.counts()
        row.layout, row.code = lesson.layout.id, code_version()
        keep_snapshot(row, snapshot)
        row.save(update_fields=["snapshot", "counts", "layout", "code"])
        log.say("pinned", hash=row.snapshot, **{k: row.counts[k] for k in ("train", "validation")})
    unknown = sorted(set(snapshot.counts()["classes"]) - set(target.classes))
    if unknown:
        raise TrainingFailed(
            f"The ontology has no class {', '.join(unknown)} any more, which the pinned answers "
            "name. Start a new training.",
            code="ontology_changed",
        )
    return snapshot


def _by_epochs(this: _Underway, recipe: Recipe) -> Trained:
    row, lesson, log, listener = this.row, this.lesson, this.log, this.listener
    material = prepared(this.lesson, this.snapshot, recipe, run_folder(row), listener)
    if row.trials:
        recipe = searched(row, material, recipe, log, listener)
    fingerprint = f"{this.snapshot.hash} {lesson.layout.id} {sorted(recipe.as_json().items())}"
    checkpoints = Checkpoints(run_folder(row), fingerprint)
    if (found := checkpoints.newest()) is not None:
        log.say("resumed", epoch=found.facts["epoch"])
        row.resumed += 1
        row.save(update_fields=["resumed"])
    listener.total = recipe.epochs
    course = Course(
        tell=lambda point: listener.heard(point, log),
        should_stop=listener.should_stop,
        checkpoints=checkpoints,
        trouble=lambda error: log.say("no_checkpoint", error=str(error)),
        revived=lambda epoch: log.say("revived", epoch=epoch),
    )
    outcome = _run(this, material, recipe, course)
    log.flush()
    log.say(f"ended_{outcome.ended}", epoch=outcome.last.epoch, best=outcome.best.epoch)
    trained = bundled(
        lesson, outcome.head, material, distil=recipe.distil, should_stop=listener.should_stop
    )
    checkpoints.clear()
    forget_prepared(run_folder(row))
    return trained


def _run(this: _Underway, material: Material, recipe: Recipe, course: Course) -> Outcome:
    """Make the epochs, here or in processes of their own."""
    if recipe.processes == 1:
        return run_epochs(material, recipe, course)
    this.log.say("together", processes=recipe.processes)
    try:
        return run_together(material, recipe, course, run_folder(this.row) / "together")
    except ProcessesDied as died:
        raise TrainingFailed(
            f"Its {recipe.processes} processes died again and again. Resume it with fewer of them "
            f"or more memory. The last words: {died}",
            code="processes_died",
        ) from died


def _as_rounds(this: _Underway, recipe: Recipe) -> Trained:
    """Fit whole, as rounds do: no curve, and nothing to go on from."""
    this.log.say("fitting")
    trained = train(
        lesson=this.lesson,
        labelled=labelled_of(this.row.kind, this.snapshot),
        previous=None,
        rng=np.random.default_rng(recipe.seed),
        should_stop=this.listener.should_stop,
    )
    if trained is None:
        raise TrainingFailed(
            "The slice's labels tell nothing apart yet: none of its tasks can be read, or all have "
            "one class. Widen the filter, or label more.",
            code="one_class",
        )
    if recipe.distil:
        return trained
    return replace(trained, bundle=replace(trained.bundle, fast=None))


def _shelved(this: _Underway, trained: Trained) -> ModelVersion:
    """Measure on the whole hold-out and store, with where it came from."""
    row, lesson, snapshot = this.row, this.lesson, this.snapshot
    labelled = labelled_of(row.kind, snapshot)
    measured = measure(lesson=lesson, bundle=trained.bundle, labelled=labelled)
    parent = active_version(lesson.project)
    begun = row.started_at or timezone.now()
    version = store_measured(
        lesson=lesson,
        bundle=trained.bundle,
        measured=measured,
        classes=trained.classes,
        labels=len({item.task_id for item in snapshot.taught}),
        trigger="job",
        seconds=round((timezone.now() - begun).total_seconds(), 3),
    )
    note_lineage(
        version=version,
        snapshot=snapshot.hash,
        parent=parent,
        run=row,
        parameters=row.recipe,
        teacher=_teaching(this, trained, version, labelled),
        user_id=row.created_by_id,
    )
    keep_sheet(
        lesson=lesson,
        bundle=trained.bundle,
        version=version,
        scored=Scored(),
        labelled=labelled,
    )
    row.version, row.state = version, RunState.DONE
    accuracy = measured.accuracy
    this.log.say(
        "shelved",
        number=version.number,
        accuracy=round(accuracy.value, 4) if accuracy else None,
        tasks=measured.tasks,
    )
    return version


def _teaching(
    this: _Underway, trained: Trained, version: ModelVersion, labelled: Sequence[Labelled]
) -> dict[str, Any] | None:
    """Return how the version does beside the model that taught it, if one did."""
    wanted = Recipe.from_json(this.row.recipe).teacher
    if not wanted:
        return None
    with contextlib.closing(open_teacher(this.lesson, wanted, trained.classes)) as teacher:
        return teaching_report(
            lesson=this.lesson,
            teacher=teacher,
            student=trained.bundle,
            size_bytes=version.size_bytes,
            labelled=labelled,
        )
