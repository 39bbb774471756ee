"""Starts writing a version as files for elsewhere."""

from collections.abc import Sequence

from active_learning.models import ModelVersion
from active_learning.models.shelf import EXPORT_JOB
from active_learning.selectors.shelf import offered_precisions
from labeling.kernel.errors import BadInput, Conflict
from labeling.kernel.jobs import enqueue
from labeling.policies import Access


def request_export(*, access: Access, version: ModelVersion, precisions: Sequence[str]) -> int:
    """Enqueue the export, once while one waits, and return its job's id."""
    offered, why_not = offered_precisions(version)
    if why_not:
        raise Conflict(f"This version cannot be exported. {why_not}", code="not_exportable")
    unknown = [name for name in precisions if name not in offered]
    if unknown or not precisions:
        raise BadInput(
            f"`precisions` names {', '.join(unknown) or 'nothing'}; this version can be written "
            f"as {', '.join(offered)}.",
            errors=[{"pointer": "/precisions", "detail": "Name one of them at least."}],
        )
    return enqueue(
        EXPORT_JOB,
        project_id=access.project.pk,
        created_by_id=access.user.pk,
        kwargs={"version_id": version.pk, "precisions": sorted(set(precisions))},
        unique=f"export_version:{version.pk}:{','.join(sorted(set(precisions)))}",
    )
