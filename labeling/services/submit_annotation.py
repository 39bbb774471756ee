"""Stores one person's whole answer: place, annotation, history, counters, facts, in one step."""

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F

from labeling.errors import AlreadyAnswered, NoPlaceLeft, StaleEdit
from labeling.events import AnnotationSubmitted
from labeling.kernel.events import emit
from labeling.models import (
    Annotation,
    AnnotationRevision,
    AnnotationState,
    Draft,
    Lease,
    Skip,
    Task,
)
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.answer_checks import check_answer
from labeling.services.drafts import AnswerContent, draft_payload, save_draft
from labeling.services.event_log import log_event
from labeling.services.label_facts import add_label_facts, label_values
from labeling.services.overlap import state_with_one_more, take_place
from labeling.services.revise_annotation import revise_annotation


@dataclass(frozen=True, slots=True)
class Submitted:
    """The stored annotation, and whether this call stored it."""

    annotation: Annotation
    is_new: bool


def submit_annotation(
    *,
    access: Access,
    task: Task,
    content: AnswerContent,
    draft_revision: int | None,
) -> Submitted:
    """Submit an answer; the same answer twice is one annotation.

    After the lease ran out the answer is stored while a place is free; else it is refused, and
    the caller keeps it with `keep_refused_answer` once the transaction is over.
    """
    ontology = ontology_of(access.project)
    check_answer(access=access, task=task, ontology=ontology, content=content)
    try:
        with transaction.atomic():
            return Submitted(_store(access, task, content, ontology, draft_revision), is_new=True)
    except AlreadyAnswered:
        return _repeated(access, task, content)


def keep_refused_answer(
    *, access: Access, task: Task, content: AnswerContent, now: datetime
) -> None:
    """Save an answer that found no place as the person's draft: work is never thrown away."""
    present = Draft.objects.filter(task=task, user=access.user).first()
    revision = present.revision if present else 0
    save_draft(access=access, task=task, content=content, revision=revision, now=now)


def _store(
    access: Access,
    task: Task,
    content: AnswerContent,
    ontology: Ontology,
    draft_revision: int | None,
) -> Annotation:
    user = access.user
    _drop_draft(task, access, draft_revision)
    held, _ = Lease.objects.filter(task=task, user=user).delete()
    if not held and not take_place(task.pk):
        if task.annotations.filter(annotator=user).exists():
            raise AlreadyAnswered("You have answered this task.")
        raise NoPlaceLeft(
            "Your reservation ran out and others have answered this task meanwhile. "
            "Your work is kept as your draft; ask for the next task."
        )
    annotation = _insert(access, task, content)
    Task.objects.filter(pk=task.pk).update(
        state=state_with_one_more(), annotation_count=F("annotation_count") + 1
    )
    if task.skip_count:
        _forget_skip(task, access)
    add_label_facts(task=task, pairs=label_values(ontology, content.as_json()))
    log_event(
        project_id=task.project_id,
        type="annotation",
        data={
            "task": str(task.pk),
            "annotation": str(annotation.pk),
            "state": AnnotationState.SUBMITTED.value,
        },
        actor_id=user.pk,
    )
    emit(
        AnnotationSubmitted(
            task.project_id, task.pk, annotation.pk, user.pk, is_holdout=task.is_holdout
        )
    )
    return annotation


def _insert(access: Access, task: Task, content: AnswerContent) -> Annotation:
    try:
        with transaction.atomic():
            annotation = Annotation.objects.create(
                project_id=task.project_id,
                task=task,
                annotator=access.user,
                ontology_number=access.project.ontology_number,
                lead_time=content.lead_time,
                **content.as_json(),
            )
    except IntegrityError as error:
        raise AlreadyAnswered("You have answered this task.") from error
    AnnotationRevision.objects.create(
        annotation=annotation, revision=1, actor=access.user, before=None, after=content.as_json()
    )
    return annotation


def _drop_draft(task: Task, access: Access, draft_revision: int | None) -> None:
    """Delete the draft that was submitted; a newer one from another tab stops the submit."""
    mine = Draft.objects.filter(task=task, user=access.user)
    if draft_revision is None:
        mine.delete()
        return
    deleted, _ = mine.filter(revision__lte=draft_revision).delete()
    if not deleted and (newer := mine.first()):
        raise StaleEdit(
            "A newer draft was saved from another tab or device. Look at it before you submit.",
            current=draft_payload(newer),
        )


def _forget_skip(task: Task, access: Access) -> None:
    """A skipped task that was answered after all is no longer skipped."""
    deleted, _ = Skip.objects.filter(task=task, user=access.user).delete()
    if deleted:
        Task.objects.filter(pk=task.pk).update(skip_count=F("skip_count") - 1)


def _repeated(access: Access, task: Task, content: AnswerContent) -> Submitted:
    """A repeat of the same answer is answered alike; another answer must be an edit."""
    stored = task.annotations.get(annotator=access.user, slot=0)
    if stored.state == AnnotationState.REJECTED:
        revised = revise_annotation(
            access=access, annotation=stored, content=content, revision=stored.revision
        )
        return Submitted(revised, is_new=True)
    same = content.as_json() == {
        "regions": stored.regions,
        "relations": stored.relations,
        "answers": stored.answers,
    }
    if same:
        return Submitted(stored, is_new=False)
    raise AlreadyAnswered(
        "You have answered this task. Edit that annotation instead.", annotation=str(stored.pk)
    )
