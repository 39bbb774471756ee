"""Edits, reviews and deletes stored annotations; every change is kept with before and after."""

from django.db import transaction

from labeling.errors import StaleEdit
from labeling.events import AnnotationChanged, AnnotationReviewed
from labeling.kernel.errors import Conflict, NotAllowed
from labeling.kernel.events import emit
from labeling.models import (
    Annotation,
    AnnotationRevision,
    AnnotationState,
    Draft,
    Lease,
    Review,
    Verdict,
)
from labeling.policies import Access, Action
from labeling.selectors.ontologies import ontology_of
from labeling.services.answer_checks import checked_answer
from labeling.services.drafts import AnswerContent
from labeling.services.event_log import log_event
from labeling.services.label_facts import rewrite_label_facts
from labeling.services.overlap import settle_tasks

STATE_AFTER = {
    Verdict.ACCEPT: AnnotationState.ACCEPTED,
    Verdict.REJECT: AnnotationState.REJECTED,
    Verdict.FIX: AnnotationState.FIXED,
}


@transaction.atomic
def revise_annotation(
    *, access: Access, annotation: Annotation, content: AnswerContent, revision: int
) -> Annotation:
    """Replace the content; one's own rejected answer counts as submitted again."""
    locked = locked_annotation(annotation)
    is_own = locked.annotator_id == access.user.pk
    access.require(Action.ANNOTATE if is_own else Action.EDIT_ALL_ANSWERS)
    if is_own and locked.state == AnnotationState.ACCEPTED and not access.may(Action.REVIEW):
        raise Conflict("This answer was accepted in review; ask a reviewer to change it.")
    if locked.revision != revision:
        raise StaleEdit(
            "This annotation was changed meanwhile. Load it again.",
            current_revision=locked.revision,
        )
    _replace(access, locked, content)
    if is_own and locked.state == AnnotationState.REJECTED:
        locked.state = AnnotationState.SUBMITTED
        locked.save(update_fields=["state"])
        Lease.objects.filter(task=locked.task_id, user=access.user).delete()
    _settle(access, locked)
    emit(AnnotationChanged(access.project.pk, locked.task_id, locked.pk))
    return locked


@transaction.atomic
def review_annotation(
    *,
    access: Access,
    annotation: Annotation,
    verdict: Verdict,
    comment: str,
    content: AnswerContent | None,
) -> Review:
    """Accept, reject (the place opens again) or fix (store the reviewer's correction)."""
    locked = locked_annotation(annotation)
    if locked.annotator_id == access.user.pk:
        raise NotAllowed(
            "Somebody else must review your own answer; you may edit it.", code="own_work"
        )
    review = Review.objects.create(
        annotation=locked, reviewer=access.user, verdict=verdict, comment=comment
    )
    if content is not None:
        _replace(access, locked, content)
    leave_annotation(access, locked, STATE_AFTER[verdict])
    emit(AnnotationReviewed(access.project.pk, locked.task_id, locked.pk, verdict.value))
    return review


@transaction.atomic
def restore_annotation(
    *, access: Access, annotation: Annotation, state: AnnotationState
) -> Annotation:
    """Undo the newest edit: content as before it, in `state`; the history keeps both ways.

    A reviewer's verdict that made the edit is taken back with it.
    """
    locked = locked_annotation(annotation)
    is_own = locked.annotator_id == access.user.pk
    access.require(Action.ANNOTATE if is_own else Action.EDIT_ALL_ANSWERS)
    edit = locked.history.order_by("-revision").first()
    if edit is None or edit.before is None:
        raise Conflict("This answer was never edited; there is nothing to go back to.")
    _replace(access, locked, AnswerContent(**edit.before))
    fixes = locked.reviews.filter(reviewer=access.user, verdict=Verdict.FIX)
    if locked.state == AnnotationState.FIXED and (verdict := fixes.order_by("-pk").first()):
        verdict.delete()
    leave_annotation(access, locked, state)
    emit(AnnotationChanged(access.project.pk, locked.task_id, locked.pk))
    return locked


@transaction.atomic
def delete_annotation(*, access: Access, annotation: Annotation) -> None:
    """Take an answer back; the task wants it again."""
    is_own = annotation.annotator_id == access.user.pk
    access.require(Action.ANNOTATE if is_own else Action.CHANGE_TASKS)
    if is_own and annotation.state != AnnotationState.SUBMITTED:
        access.require(Action.CHANGE_TASKS)
    task_id, annotation_id = annotation.task_id, annotation.pk
    annotation.delete()
    annotation.pk = annotation_id
    _settle(access, annotation, state="deleted")
    emit(AnnotationChanged(access.project.pk, task_id, annotation_id))


def locked_annotation(annotation: Annotation) -> Annotation:
    """Return the row as it is now, with its task, kept from others until the transaction ends."""
    return (
        Annotation.objects.select_for_update(of=("self",))
        .select_related("task")
        .get(pk=annotation.pk)
    )


def _replace(access: Access, annotation: Annotation, content: AnswerContent) -> None:
    ontology = ontology_of(access.project)
    content = checked_answer(
        access=access, task=annotation.task, ontology=ontology, content=content
    )
    before = {
        "regions": annotation.regions,
        "relations": annotation.relations,
        "answers": annotation.answers,
    }
    annotation.regions, annotation.relations = content.regions, content.relations
    annotation.answers = content.answers
    annotation.lead_time = content.lead_time or annotation.lead_time
    annotation.ontology_number = access.project.ontology_number
    annotation.revision += 1
    annotation.save()
    AnnotationRevision.objects.create(
        annotation=annotation,
        revision=annotation.revision,
        actor=access.user,
        before=before,
        after=content.as_json(),
    )
    Draft.objects.filter(task=annotation.task_id, user=access.user).delete()


def leave_annotation(access: Access, annotation: Annotation, state: AnnotationState) -> None:
    """Leave a locked answer in a state, and bring its task in line."""
    annotation.state = state
    annotation.save(update_fields=["state"])
    _settle(access, annotation)


def _settle(access: Access, annotation: Annotation, state: str = "") -> None:
    """Bring the task's counters and label facts in line, and tell."""
    settle_tasks(project=access.project, task_ids=[annotation.task_id])
    rewrite_label_facts(
        project=access.project, task=annotation.task, ontology=ontology_of(access.project)
    )
    log_event(
        project_id=access.project.pk,
        type="annotation",
        data={
            "task": str(annotation.task_id),
            "annotation": str(annotation.pk),
            "state": state or annotation.state,
        },
        actor_id=access.user.pk,
    )
