"""Asks for new figures when somebody looks at old ones: nothing is computed for nobody."""

from annotators.selectors.freshness import is_stale
from labeling.kernel.jobs import enqueue
from labeling.models import Project


def refresh_when_stale(*, project: Project) -> bool:
    """Enqueue a refresh if an answer changed since the last; say whether it did."""
    stale = is_stale(project)
    if stale:
        refresh_soon(project=project)
    return stale


def refresh_soon(*, project: Project) -> None:
    """Ask for new figures; while one refresh waits, another is not added."""
    enqueue(
        "annotators.refresh_quality",
        project_id=project.pk,
        kwargs={"project_id": project.pk},
        unique=f"quality:{project.pk}",
    )
