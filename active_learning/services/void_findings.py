"""Drops doubts about labels that are no longer there as they were judged."""

from django.db.models import F, Q

from active_learning.models.label_finding import FindingState, LabelFinding
from labeling.models import AnnotationState, Project
from labeling.selectors.ontologies import ontology_of


def drop_changed(*, annotation_id: int) -> int:
    """Drop open doubts about an annotation that was edited or rejected since."""
    mine = LabelFinding.objects.filter(annotation=annotation_id, state=FindingState.OPEN)
    is_void = ~Q(revision=F("annotation__revision")) | Q(annotation__state=AnnotationState.REJECTED)
    dropped, _ = mine.filter(is_void).delete()
    return dropped


def drop_unknown(*, project: Project) -> int:
    """Drop open doubts that name a label or classes which the ontology no longer has."""
    mine = LabelFinding.objects.filter(project=project, state=FindingState.OPEN)
    is_known = Q(pk__in=[])
    for label in ontology_of(project).labels:
        classes = ["", *(item.id for item in label.classes)]
        is_known |= Q(label=label.id, given__in=classes, suggested__in=classes)
    dropped, _ = mine.exclude(is_known).delete()
    return dropped
