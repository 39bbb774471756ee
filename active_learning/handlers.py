"""Reactions to facts: new tasks get vectors, another ontology another round."""

from active_learning.models import PrelabelerUse
from active_learning.services.prelabel_pool import enqueue_prelabeling
from active_learning.services.prelabeler_settings import follow_ontology
from active_learning.services.retrain import (
    count_changed_answer,
    enqueue_embedding,
    enqueue_round,
)
from active_learning.services.undo_acceptance import withdraw_outdated
from active_learning.services.void_findings import drop_changed, drop_unknown
from labeling.events import AnnotationChanged, AnnotationReviewed, OntologyChanged, TasksCreated
from labeling.models import Project


def embed_new_tasks(event: TasksCreated) -> None:
    """Compute the vectors in the background."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None:
        enqueue_embedding(project=project)


def learn_new_ontology(event: OntologyChanged) -> None:
    """Other classes or fields need other vectors and another head."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None and project.tasks.exists() and enqueue_embedding(project=project):
        enqueue_round(project=project, trigger="ontology")


def learn_changed_answer(event: AnnotationChanged | AnnotationReviewed) -> None:
    """What was taught and is said no more makes the next round due, as a new label does."""
    if isinstance(event, AnnotationReviewed) and event.verdict == "accept":
        return
    count_changed_answer(project_id=event.project_id, annotation_id=event.annotation_id)


def void_changed_findings(event: AnnotationChanged | AnnotationReviewed) -> None:
    """A doubt about an answer that is no longer so is void."""
    drop_changed(annotation_id=event.annotation_id)


def void_unknown_findings(event: OntologyChanged) -> None:
    """A doubt that names what the ontology no longer has is void."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None:
        drop_unknown(project=project)


def withdraw_outdated_acceptances(event: OntologyChanged) -> None:
    """What was accepted from among other classes is under no bound any more."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None:
        withdraw_outdated(project=project)


def prelabel_new_tasks(event: TasksCreated) -> None:
    """What is imported later is pre-labelled as what was there."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None and PrelabelerUse.objects.filter(project=project, is_on=True).exists():
        enqueue_prelabeling(project=project)


def fit_prelabelers(event: OntologyChanged) -> None:
    """Other classes have other counterparts among those of pre-labelers."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None:
        follow_ontology(project=project)
