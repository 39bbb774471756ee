"""Starts the dry run: everything a round would send, made up here and sent nowhere."""

from federated.policies import SiteAccess
from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import enqueue

__all__ = ["PREVIEW_JOB", "request_preview"]

PREVIEW_JOB = "federated.preview"


def request_preview(*, access: SiteAccess) -> int:
    """Enqueue it, once while one waits, and return its job's id."""
    project = access.membership.project
    if project is None:
        raise Conflict("The project of this membership is gone.", code="no_project")
    return enqueue(
        PREVIEW_JOB,
        project_id=project.pk,
        created_by_id=access.user.pk,
        kwargs={"membership_id": access.membership.pk},
        unique=f"federation-preview:{access.membership.pk}",
    )
