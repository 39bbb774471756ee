"""Notes where a version came from."""

from collections.abc import Mapping
from typing import Any

from active_learning.models import Lineage, ModelVersion, TrainingRun
from active_learning.selectors.code_version import code_version

__all__ = ["note_lineage"]


def note_lineage(
    *,
    version: ModelVersion,
    snapshot: str,
    parent: ModelVersion | None,
    run: TrainingRun | None = None,
    parameters: Mapping[str, Any] | None = None,
    teacher: Mapping[str, Any] | None = None,
    user_id: int | None = None,
) -> Lineage:
    """Store which answers, code and parameters made a version, after which, and for whom."""
    return Lineage.objects.create(
        version=version,
        parent=parent,
        run=run,
        snapshot=snapshot,
        code=code_version(),
        parameters=dict(parameters or {}),
        teacher=dict(teacher) if teacher else None,
        created_by_id=user_id,
    )
