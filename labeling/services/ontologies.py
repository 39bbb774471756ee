"""Ontology versions: a change makes the next number, and what it touches can be seen before."""

from typing import Any

from labeling.events import OntologyChanged
from labeling.kernel.events import emit
from labeling.models import OntologyVersion, Project
from labeling.selectors.ontologies import read_ontology
from labeling.services.carry_answers import start_carrying
from labeling.services.event_log import log_event


def store_ontology(*, project: Project, document: Any, actor_id: int | None) -> bool:
    """Add the next version, unless the document says what the present one says already."""
    parsed = read_ontology(document)
    present = project.ontologies.get(number=project.ontology_number)
    if present.document == parsed.document:
        return False
    number = project.ontology_number + 1
    OntologyVersion.objects.create(
        project=project, number=number, document=dict(parsed.document), created_by_id=actor_id
    )
    project.ontology_number = number
    log_event(project_id=project.pk, type="ontology", data={"version": number}, actor_id=actor_id)
    start_carrying(project_id=project.pk, old=number - 1, new=number, actor_id=actor_id)
    emit(OntologyChanged(project.pk, number))
    return True
