"""Stores one person's whole answer: place, annotation, history, counters, facts, in one step."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from labeling.errors import AlreadyAnswered, NoPlaceLeft, StaleEdit
from labeling.events import AnnotationSubmitted
from labeling.kernel.events import emit
from labeling.models import (
    Annotation,
    AnnotationState,
    Draft,
    Skip,
    Task,
)
from labeling.models.task import EXTRA
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.answer_checks import checked_answer
from labeling.services.asides import ASIDES
from labeling.services.drafts import AnswerContent, draft_payload, save_draft
from labeling.services.event_log import log_event
from labeling.services.label_facts import label_values
from labeling.services.revise_annotation import revise_annotation
from labeling.services.statements import (
    add_place,
    count_annotation,
    delete_draft,
    delete_lease,
    insert_annotation,
    insert_label_facts,
    take_place,
)


@dataclass(frozen=True, slots=True)
class Submitted:
    """The stored annotation, and whether this call stored it."""

    annotation: Annotation
    is_new: bool


def submit_annotation(
    *, access: Access, task: Task, content: AnswerContent, draft_revision: int | None
) -> Submitted:
    """Submit an answer; the same answer twice is one annotation.

    After the lease ran out the answer is stored while a place is free; else it is refused, and
    the caller keeps it with `keep_refused_answer` once the transaction is over. A refusal undoes
    the caller's transaction too, where there is one: no savepoint is worth its two statements here.
    """
    ontology = ontology_of(access.project)
    content = checked_answer(access=access, task=task, ontology=ontology, content=content)
    with transaction.atomic(savepoint=False):
        held_for = delete_lease(task_id=task.pk, user_id=access.user.pk)
        if held_for and held_for != EXTRA:
            return _kept_aside(access, task, content, held_for, draft_revision)
        annotation = _insert(access, task, content)
        if annotation is not None:
            _settle(access, annotation, ontology, draft_revision=draft_revision, held_for=held_for)
            return Submitted(annotation, is_new=True)
    return _repeated(access, task, content)


def keep_refused_answer(
    *, access: Access, task: Task, content: AnswerContent, now: datetime
) -> None:
    """Save an answer that found no place as the person's draft: work is never thrown away."""
    present = Draft.objects.filter(task=task, user=access.user).first()
    revision = present.revision if present else 0
    save_draft(access=access, task=task, content=content, revision=revision, now=now)


def _settle(
    access: Access,
    annotation: Annotation,
    ontology: Ontology,
    *,
    draft_revision: int | None,
    held_for: str | None,
) -> None:
    """Take the stored answer's place, count it, tell of it: each step one statement.

    What is refused here takes the answer back with the whole transaction.
    """
    task, user = annotation.task, access.user
    _drop_draft(task, access, draft_revision)
    if held_for == EXTRA:
        add_place(task.pk)
    elif held_for is None and not take_place(task.pk):
        raise NoPlaceLeft(
            "Your reservation ran out and others have answered this task meanwhile. "
            "Your work is kept as your draft; ask for the next task."
        )
    answers = count_annotation(task_id=task.pk, now=annotation.created_at)
    if task.skip_count:
        _forget_skip(task, access)
    content = {"regions": annotation.regions, "answers": annotation.answers}
    pairs = label_values(ontology, content)
    insert_label_facts(project_id=task.project_id, task_id=task.pk, pairs=pairs)
    log_event(
        project_id=task.project_id,
        type="annotation",
        data={"task": str(task.pk), "annotation": str(annotation.pk), "state": "submitted"},
        actor_id=user.pk,
    )
    emit(
        AnnotationSubmitted(
            task.project_id,
            task.pk,
            annotation.pk,
            user.pk,
            is_holdout=task.is_holdout,
            answers=answers,
        )
    )


def _kept_aside(
    access: Access, task: Task, content: AnswerContent, aside: str, draft_revision: int | None
) -> Submitted:
    """Give an answer that is no annotation to whoever asked for it."""
    _drop_draft(task, access, draft_revision)
    number = ASIDES.get(aside).keep(access=access, task=task, content=content)
    now = timezone.now()
    annotation = Annotation(
        # Told from every annotation: theirs are counted upwards.
        pk=-number,
        project_id=task.project_id,
        task=task,
        annotator=access.user,
        lead_time=content.lead_time,
        created_at=now,
        updated_at=now,
        **content.as_json(),
    )
    return Submitted(annotation, is_new=True)


def _insert(access: Access, task: Task, content: AnswerContent) -> Annotation | None:
    """Store the answer, or do nothing and return None where the person has answered already."""
    now = timezone.now()
    annotation_id = insert_annotation(
        project_id=task.project_id,
        task_id=task.pk,
        annotator_id=access.user.pk,
        ontology_number=access.project.ontology_number,
        content=content.as_json(),
        lead_time=content.lead_time,
        now=now,
    )
    if annotation_id is None:
        return None
    return Annotation(
        pk=annotation_id,
        project_id=task.project_id,
        task=task,
        annotator=access.user,
        lead_time=content.lead_time,
        created_at=now,
        updated_at=now,
        **content.as_json(),
    )


def _drop_draft(task: Task, access: Access, draft_revision: int | None) -> None:
    """Delete the draft that was submitted; a newer one from another tab stops the submit."""
    deleted = delete_draft(task_id=task.pk, user_id=access.user.pk, revision=draft_revision)
    if deleted or draft_revision is None:
        return
    if newer := Draft.objects.filter(task=task, user=access.user).first():
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
