"""Starts a search for label errors."""

from active_learning.models.label_finding import SEARCH_JOB
from active_learning.selectors.searched_label import searched_label
from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import enqueue
from labeling.models import Project


def request_search(*, project: Project, user_id: int | None) -> int:
    """Enqueue a search, once while one waits, and return its job's id."""
    if searched_label(project) is None:
        raise Conflict(
            "No label of this project can be searched for errors. Labels that the model learns "
            "can, and regions where predictions of a model are there.",
            code="nothing_to_search",
        )
    return enqueue(
        SEARCH_JOB,
        project_id=project.pk,
        created_by_id=user_id,
        kwargs={"project_id": project.pk},
        unique=f"label_errors:{project.pk}",
    )
