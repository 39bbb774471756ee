"""Keeps answers that were given in another tool, one by one, as that tool tells of them."""

from django.db import transaction

from labeling.errors import BadAnswer
from labeling.events import AnnotationChanged, AnnotationSubmitted
from labeling.formats.base import Content
from labeling.kernel.events import emit
from labeling.models import Annotation, AnnotationRevision, AnnotationState, Task, User
from labeling.ontology.annotation import validate_annotation
from labeling.ontology.normalizing import normalize_annotation
from labeling.policies import Access
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of
from labeling.services.event_log import log_event
from labeling.services.import_mending import mend_content
from labeling.services.label_facts import rewrite_label_facts
from labeling.services.overlap import settle_tasks

__all__ = ["keep_foreign_answer"]

IMPORTED = "import"


@transaction.atomic
def keep_foreign_answer(
    *,
    access: Access,
    task: Task,
    annotator: User,
    content: Content,
    lead_time: float = 0.0,
) -> tuple[Annotation, str]:
    """Store an answer, or the newer content of one; say `created`, `changed` or `same`.

    As in an import, what another tool left out is left out here: required labels may be missing.
    """
    told = _checked(access, task, content)
    present = task.annotations.select_for_update().filter(annotator=annotator, slot=0).first()
    before = None if present is None else _told(present)
    if present is not None and before == told:
        return present, "same"
    kept = present or Annotation(project=access.project, task=task, annotator=annotator)
    kept.regions, kept.relations = told["regions"], told["relations"]
    kept.answers = told["answers"]
    kept.lead_time = lead_time or kept.lead_time
    kept.ontology_number = access.project.ontology_number
    kept.origin = IMPORTED
    if present is not None:
        kept.revision += 1
        kept.state = AnnotationState.SUBMITTED
    kept.save()
    AnnotationRevision.objects.create(
        annotation=kept, revision=kept.revision, actor=access.user, before=before, after=told
    )
    _settle(access, kept, is_new=present is None)
    return kept, "created" if present is None else "changed"


def _checked(access: Access, task: Task, content: Content) -> dict[str, object]:
    ontology = ontology_of(access.project)
    bounds = shelf_for(access.project, ontology, [task]).bounds_of(task)
    raw, _ = mend_content(ontology, content, bounds)
    problems = validate_annotation(ontology, raw, bounds, complete=False)
    if problems:
        first = problems[0]
        raise BadAnswer(
            f"{first.pointer or 'The answer'}: {first.detail}",
            errors=[{"pointer": p.pointer, "detail": p.detail} for p in problems],
        )
    return normalize_annotation(ontology, raw, bounds)


def _told(annotation: Annotation) -> dict[str, object]:
    return {
        "regions": annotation.regions,
        "relations": annotation.relations,
        "answers": annotation.answers,
    }


def _settle(access: Access, annotation: Annotation, *, is_new: bool) -> None:
    project, task = access.project, annotation.task
    settle_tasks(project=project, task_ids=[task.pk])
    rewrite_label_facts(project=project, task=task, ontology=ontology_of(project))
    log_event(
        project_id=project.pk,
        type="annotation",
        data={"task": str(task.pk), "annotation": str(annotation.pk), "state": annotation.state},
        actor_id=access.user.pk,
    )
    if not is_new:
        emit(AnnotationChanged(project.pk, task.pk, annotation.pk))
        return
    emit(
        AnnotationSubmitted(
            project.pk,
            task.pk,
            annotation.pk,
            annotation.annotator_id,
            is_holdout=task.is_holdout,
            answers=task.annotations.exclude(state=AnnotationState.REJECTED).count(),
        )
    )
