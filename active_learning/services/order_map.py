"""Asks the worker for a map; the web process knows the job by name only."""

from active_learning.models import Embedding
from active_learning.selectors.embedding_map import LEAST_POINTS, MAP_JOB
from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import enqueue
from labeling.models import Project


def order_map(*, project: Project, user_id: int | None) -> int:
    """Enqueue the drawing, once while one waits, and return the job's id."""
    if len(Embedding.objects.filter(project=project)[:LEAST_POINTS]) < LEAST_POINTS:
        raise Conflict(
            f"A map needs at least {LEAST_POINTS} tasks that were read. Tasks are read after "
            "they are added, where a label of the project can be learned.",
            code="nothing_to_map",
        )
    return enqueue(
        MAP_JOB,
        project_id=project.pk,
        created_by_id=user_id,
        kwargs={"project_id": project.pk},
        unique=f"map:{project.pk}",
    )
