"""Decides when the linker is fitted anew."""

from active_learning.selectors.linkers import last_fit, links_since
from labeling.kernel.jobs import enqueue
from labeling.models import Project
from labeling.selectors.ontologies import ontology_of

__all__ = ["LINK_JOB", "relink_when_due"]

LINK_JOB = "active_learning.train_linker"
NEW_LINKS = 3
"""A fit takes seconds, and the first links teach most."""
MORE = 0.1
"""Of the links known, so that a large project is not fitted at every third link."""


def relink_when_due(*, project: Project) -> int | None:
    """Enqueue a fit when enough links were confirmed since the last one; once while one waits."""
    ontology = ontology_of(project)
    if not any(relation.identity for relation in ontology.relations):
        return None
    version = last_fit(project.pk)
    wanted = max(NEW_LINKS, int(MORE * version.links)) if version else NEW_LINKS
    since = version.last_annotation if version else 0
    if links_since(project, ontology, since, wanted) < wanted:
        return None
    return enqueue(
        LINK_JOB,
        project_id=project.pk,
        kwargs={"project_id": project.pk},
        unique=f"linker:{project.pk}",
    )
