"""Orders, cancels and resumes training jobs."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from active_learning.models import RunState, TrainingRun
from active_learning.models.training_run import TRAINING_JOB
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.teachers import find_teacher
from active_learning.selectors.training_form import learners_for
from active_learning.selectors.training_runs import is_alive
from active_learning.selectors.training_slice import VOTES, slice_counts
from active_learning.training_jobs.altering import can_alter
from active_learning.training_jobs.recipe import ON_VECTORS, Recipe, RecipeError
from labeling.kernel.errors import BadInput, Conflict
from labeling.kernel.jobs import enqueue
from labeling.models import LIVE_STATES, Job, JobState
from labeling.policies import Access
from labeling.services.event_log import log_event
from labeling.services.jobs import cancel_job

MOST_TRIALS = 200


def order_training(
    *,
    access: Access,
    text: str = "",
    votes: str = "consensus",
    recipe: Mapping[str, Any] | None = None,
    trials: int = 0,
) -> TrainingRun:
    """Check an order and store it; `start_training` enqueues it."""
    target = trainable_target(access)
    chosen = _recipe(recipe or {}, target, votes, trials)
    counts = slice_counts(access, target, text)
    _refuse_teacher(access, target, chosen, counts["classes"])
    if counts["tasks"] == 0:
        raise Conflict(
            "The slice holds no labelled task. Widen the filter, or label some tasks first.",
            code="empty_slice",
        )
    if target.kind == "choice" and len(counts["classes"]) == 1:
        only = next(iter(counts["classes"]))
        raise Conflict(
            f"Every task of the slice has the class {only!r}. Label a task of another class, or "
            "widen the filter.",
            code="one_class",
        )
    return TrainingRun.objects.create(
        project=access.project,
        created_by=access.user,
        label=target.label.id,
        kind=target.kind,
        ontology_number=access.project.ontology_number,
        filter=text,
        votes=votes,
        recipe=chosen.as_json(),
        trials=trials,
    )


def start_training(*, run: TrainingRun, user_id: int | None) -> int:
    """Enqueue the run's job and return its id."""
    with transaction.atomic():
        job_id = enqueue(
            TRAINING_JOB,
            project_id=run.project_id,
            created_by_id=user_id,
            kwargs={"run_id": run.pk},
        )
        # In tests the job has run by now, and its row is newer than this one.
        waiting = TrainingRun.objects.filter(pk=run.pk, state=RunState.QUEUED)
        waiting.update(job=job_id)
        log_event(
            project_id=run.project_id,
            type="training",
            data={"run": str(run.pk), "state": RunState.QUEUED},
            actor_id=user_id,
        )
    run.refresh_from_db()
    return job_id


def cancel_training(*, run: TrainingRun) -> TrainingRun:
    """Stop a run; what it has learned so far stays in its checkpoint."""
    if not run.is_live:
        raise Conflict(f"This training is {run.state} already.", code="not_running")
    job = Job.objects.filter(pk=run.job_id or 0).first()
    if job is not None and job.state in LIVE_STATES:
        job = cancel_job(job=job)
    if job is None or job.state not in LIVE_STATES or job.state == JobState.CANCELLED:
        TrainingRun.objects.filter(pk=run.pk).update(state=RunState.CANCELLED, cause="cancelled")
    run.refresh_from_db()
    return run


def resume_training(*, run: TrainingRun, user_id: int | None) -> TrainingRun:
    """Go on with a run that was cancelled, failed, or lost its worker."""
    reopen_training(run=run)
    start_training(run=run, user_id=user_id)
    return run


def reopen_training(*, run: TrainingRun, takes_over: bool = False) -> TrainingRun:
    """Let a run that ended early, or whose worker died, be begun again; refuse any other.

    Nobody sees whether a terminal still lives; who says so (``takes_over``) ends its job.
    """
    if takes_over:
        terminals = Job.objects.filter(pk=run.job_id or 0, state=JobState.RUNNING, worker="")
        terminals.update(state=JobState.FAILED, error="Its terminal was closed.")
    if run.state == RunState.DONE or (run.is_live and is_alive(run)):
        raise Conflict(
            f"This training is {run.state}; only one that ended early goes on.", code="not_stopped"
        )
    TrainingRun.objects.filter(pk=run.pk).update(
        state=RunState.QUEUED, cause="", error="", finished_at=None
    )
    run.refresh_from_db()
    return run


def trainable_target(access: Access) -> Target:
    """Return what the project learns, or refuse."""
    target = learning_target(access.project)
    if target is None:
        raise Conflict(
            "No label of this project can be learned. Choices, pairs, spans of text, ranges of "
            "sounds and series, and boxes in images can; choose one as target label in the "
            "settings.",
            code="nothing_to_learn",
        )
    return target


def read_recipe(given: Mapping[str, Any]) -> Recipe:
    """Return a recipe that a client sent, or say which part of it is wrong."""
    try:
        return Recipe.from_json(given)
    except RecipeError as error:
        place = f"/recipe{error.pointer}"
        raise BadInput(
            f"The recipe cannot be followed: {place[1:]}: {error.detail}",
            code="bad_recipe",
            errors=[{"pointer": place, "detail": error.detail}],
        ) from error


def _recipe(given: Mapping[str, Any], target: Target, votes: str, trials: int) -> Recipe:
    recipe = read_recipe(given)
    if votes not in VOTES:
        raise _bad("/votes", f"One of {', '.join(VOTES)}.")
    if not 0 <= trials <= MOST_TRIALS:
        raise _bad("/trials", f"A whole number from 0 to {MOST_TRIALS}.")
    if recipe.learner not in learners_for(target.kind):
        raise _bad(
            "/recipe/learner",
            f"A label of the kind {target.kind} is trained as rounds do: take `rounds`.",
        )
    if recipe.augmentation == "altered" and not any(can_alter(one.type) for one in target.fields):
        raise _bad(
            "/recipe/augmentation",
            "Only pictures and texts can be altered, and this label is read from neither. Choose "
            f"one of {', '.join(ON_VECTORS)}.",
        )
    if not recipe.has_epochs and (votes != "consensus" or trials):
        raise _bad(
            "/votes" if votes != "consensus" else "/trials",
            "What rounds fit takes one answer a task and has no numbers to search: choose a "
            "linear head or a network, or `consensus` and no trials.",
        )
    return recipe


def _refuse_teacher(access: Access, target: Target, recipe: Recipe, classes: Iterable[str]) -> None:
    """Refuse a teacher that is not there, or does not know what it should teach."""
    if not recipe.teacher:
        return
    if not recipe.has_epochs:
        raise _bad("/recipe/teacher", "What rounds fit has no teacher: choose none, or epochs.")
    found = find_teacher(access.project, target, recipe.teacher)
    if found is None:
        raise _bad(
            "/recipe/teacher",
            "No model of this project by that name answers the label with classes. Choose one of "
            "the form, or none.",
        )
    if unknown := found.lacks(classes):
        raise _bad(
            "/recipe/teacher",
            f"{found.name} does not know {', '.join(unknown)}, which the labels name. Choose a "
            "teacher that knows every class of the slice.",
        )


def _bad(pointer: str, detail: str) -> BadInput:
    return BadInput(
        f"{pointer[1:]}: {detail}",
        code="bad_recipe",
        errors=[{"pointer": pointer, "detail": detail}],
    )
