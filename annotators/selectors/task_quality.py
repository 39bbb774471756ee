"""Tasks that are hard, and the classes that guidelines do not part."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F

from annotators.models import QualityReport, TaskFacts
from labeling.kernel.errors import BadInput
from labeling.models import Project

ORDERS = {
    "difficulty": F("difficulty").desc(),
    "split": F("split").desc(),
    "expected_error": F("expected_error").desc(),
}
LEAST_HARD = 0.0


def hardest_tasks(project: Project, order: str, limit: int) -> Sequence[TaskFacts]:
    """Return the first tasks in an order; those of which it says nothing are left out."""
    if order not in ORDERS:
        raise BadInput(f"order: one of {', '.join(ORDERS)}.")
    rows = TaskFacts.objects.filter(project=project, **{f"{order}__isnull": False})
    if order == "difficulty":
        rows = rows.filter(difficulty__gt=LEAST_HARD)
    return list(rows.select_related("task").order_by(ORDERS[order], "pk")[:limit])


def stored_hotspots(project: Project) -> list[dict[str, Any]]:
    """Return the pairs of classes that part good people, as last computed."""
    report = QualityReport.objects.filter(project=project).only("hotspots").first()
    return list(report.hotspots) if report else []


def stored_forecast(project: Project) -> dict[str, Any]:
    """Return what is still to be asked, as last computed."""
    report = QualityReport.objects.filter(project=project).only("forecast").first()
    return dict(report.forecast) if report else {}
