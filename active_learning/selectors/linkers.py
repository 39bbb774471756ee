"""The learned linker in use, and how many links people confirmed."""

from typing import Any

from django.core.files.storage import default_storage

from active_learning.models import LinkerVersion
from labeling.kernel.errors import Unavailable
from labeling.models import AnnotationState, Project
from labeling.ontology.parts import Ontology

__all__ = ["confirmed_annotations", "last_fit", "linker_in_use", "linker_weights", "links_since"]


def linker_in_use(project_id: int) -> LinkerVersion | None:
    """Return the newest linker."""
    rows = LinkerVersion.objects.filter(project=project_id).exclude(key="")
    return rows.order_by("-pk").first()


def last_fit(project_id: int) -> LinkerVersion | None:
    """Return the newest fit, whether or not the links taught anything."""
    return LinkerVersion.objects.filter(project=project_id).order_by("-pk").first()


def linker_weights(version: LinkerVersion) -> bytes:
    """Return the linker's file."""
    try:
        with default_storage.open(version.path) as file:
            content: bytes = file.read()
    except OSError as error:
        raise Unavailable(
            "The weights of the linker are missing from the storage; the next confirmed links "
            "train another.",
            code="weights_missing",
        ) from error
    return content


def confirmed_annotations(project: Project, most: int) -> list[dict[str, Any]]:
    """Return the newest annotations that hold relations; rejected ones do not count."""
    rows = (
        project.annotations.exclude(state=AnnotationState.REJECTED)
        .exclude(relations=[])
        .order_by("-pk")
        .values("pk", "task_id", "regions", "relations")
    )
    return [dict(row) for row in rows[:most]]


def links_since(project: Project, ontology: Ontology, annotation_id: int, most: int) -> int:
    """Count links with identity in annotations younger than one, at most about `most`."""
    kinds = {relation.id for relation in ontology.relations if relation.identity}
    rows = project.annotations.filter(pk__gt=annotation_id).exclude(relations=[])
    count = 0
    for relations in rows.order_by("pk").values_list("relations", flat=True).iterator(200):
        count += sum(link.get("label") in kinds for link in relations)
        if count >= most:
            break
    return count
