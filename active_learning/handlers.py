"""Reactions to facts: new tasks get vectors, new labels bring the next round nearer."""

from django.utils import timezone

from active_learning.services.retrain import enqueue_embedding, enqueue_round, retrain_when_due
from labeling.events import AnnotationSubmitted, OntologyChanged, TasksCreated
from labeling.models import Project


def embed_new_tasks(event: TasksCreated) -> None:
    """Compute the vectors in the background."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None:
        enqueue_embedding(project=project)


def count_label(event: AnnotationSubmitted) -> None:
    """Start a round when enough labels are new; runs at every submit, so it reads two rows."""
    if event.is_holdout:
        return
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None:
        retrain_when_due(project=project, now=timezone.now())


def learn_new_ontology(event: OntologyChanged) -> None:
    """Other classes or fields need other vectors and another head."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None and project.tasks.exists() and enqueue_embedding(project=project):
        enqueue_round(project=project, trigger="ontology")
