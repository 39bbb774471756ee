"""Training jobs as people see them."""

from typing import Any

from django.db.models import QuerySet

from active_learning.models import RunState, TrainingRun
from active_learning.selectors.teachers import name_teacher
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import NotFound
from labeling.models import LIVE_STATES, Job, Project
from labeling.selectors.jobs import job_summary

SHOWN = 20


def list_runs(project: Project) -> QuerySet[TrainingRun]:
    """Return the project's trainings, the newest first."""
    runs = TrainingRun.objects.filter(project=project).select_related("version", "created_by")
    return runs.select_related("job").order_by("-pk")


def get_run(project: Project, run_id: int) -> TrainingRun:
    """Return one of the project's trainings."""
    run = list_runs(project).filter(pk=run_id).first()
    if run is None:
        raise NotFound("This project has no such training.")
    return run


def is_alive(run: TrainingRun) -> bool:
    """Whether a job still works on it, or waits to."""
    return Job.objects.filter(pk=run.job_id or 0, state__in=LIVE_STATES).exists()


def show_run(run: TrainingRun) -> dict[str, Any]:
    """Return the wire shape of a run in a list."""
    state, cause, error = _standing(run)
    last = run.curve[-1] if run.curve else None
    return {
        "id": str(run.pk),
        "state": state,
        "cause": cause,
        "error": error or None,
        "learner": run.recipe.get("learner"),
        "label": run.label,
        "kind": run.kind,
        "filter": run.filter,
        "votes": run.votes,
        "trials": run.trials,
        "epoch": run.epoch,
        "epochs": run.recipe.get("epochs"),
        "last": last,
        "best": _best_of(run.curve),
        "snapshot": run.snapshot or None,
        "counts": run.counts,
        "version": {"id": str(run.version.pk), "number": run.version.number}
        if run.version
        else None,
        "resumed": run.resumed,
        "seconds": run.seconds,
        "created_by": run.created_by.username if run.created_by else None,
        "created_at": wire_time(run.created_at),
        "finished_at": wire_time(run.finished_at) if run.finished_at else None,
    }


def show_whole_run(run: TrainingRun) -> dict[str, Any]:
    """Return the wire shape of a run's own page."""
    return show_run(run) | {
        "recipe": run.recipe,
        "teacher": name_teacher(run.project, run.recipe.get("teacher", "")),
        "curve": run.curve,
        "tried": run.tried,
        "log": run.log,
        "code": run.code or None,
        "layout": run.layout or None,
        "ontology_number": run.ontology_number,
        "job": job_summary(run.job).as_json() if run.job else None,
        "can_resume": _standing(run)[0] in (RunState.CANCELLED, RunState.FAILED),
    }


def _best_of(curve: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the point that the version is made from, as far as it is known."""
    measured = [one for one in curve if one["validation_loss"] is not None]
    return min(measured, key=lambda one: one["validation_loss"], default=None)


def _standing(run: TrainingRun) -> tuple[str, str, str]:
    """Return state, cause and error; a run whose job ended without a word has lost its worker."""
    if run.is_live and run.job is not None and run.job.state not in LIVE_STATES:
        return RunState.FAILED, "worker_died", run.job.error or "Its worker died."
    return run.state, run.cause, run.error
