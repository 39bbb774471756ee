"""Gives every answer of a task its verdict at once, when somebody decided between them."""

from collections.abc import Mapping

from django.db import transaction

from labeling.events import AnnotationReviewed
from labeling.kernel.errors import NotAllowed
from labeling.kernel.events import emit
from labeling.models import Annotation, AnnotationState, Review, Task, Verdict
from labeling.policies import Access
from labeling.services.event_log import log_event
from labeling.services.overlap import settle_tasks

STATE_AFTER = {Verdict.ACCEPT: AnnotationState.ACCEPTED, Verdict.FIX: AnnotationState.FIXED}
"""An answer that was outvoted keeps its words; that it is settled closes its place for good."""


@transaction.atomic
def settle_answers(
    *, access: Access, task: Task, verdicts: Mapping[int, Verdict], comment: str
) -> dict[int, str]:
    """Store a verdict on each answer and return the states before, for taking them back."""
    answers = list(task.annotations.select_for_update().filter(pk__in=verdicts))
    if any(answer.annotator_id == access.user.pk for answer in answers):
        raise NotAllowed(
            "You have answered this task yourself; somebody else must decide about it.",
            code="own_work",
        )
    before = {answer.pk: str(answer.state) for answer in answers}
    Review.objects.bulk_create(
        Review(
            annotation=answer,
            reviewer=access.user,
            verdict=verdicts[answer.pk],
            comment=comment,
        )
        for answer in answers
    )
    for answer in answers:
        answer.state = STATE_AFTER[verdicts[answer.pk]]
    _write(access, task, answers)
    for answer in answers:
        verdict = verdicts[answer.pk].value
        emit(AnnotationReviewed(access.project.pk, task.pk, answer.pk, verdict))
    return before


@transaction.atomic
def unsettle_answers(*, access: Access, task: Task, states: Mapping[int, str]) -> None:
    """Give the answers back their states; the verdicts of this reviewer go."""
    answers = list(task.annotations.select_for_update().filter(pk__in=states))
    for answer in answers:
        newest = answer.reviews.filter(reviewer=access.user).order_by("-pk").first()
        if newest is not None:
            newest.delete()
        answer.state = AnnotationState(states[answer.pk])
    _write(access, task, answers)


def _write(access: Access, task: Task, answers: list[Annotation]) -> None:
    Annotation.objects.bulk_update(answers, ["state"])
    settle_tasks(project=access.project, task_ids=[task.pk])
    for answer in answers:
        log_event(
            project_id=access.project.pk,
            type="annotation",
            data={"task": str(task.pk), "annotation": str(answer.pk), "state": answer.state},
            actor_id=access.user.pk,
        )
