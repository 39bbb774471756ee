"""Since when which version is in use, and whether somebody holds it there."""

from active_learning.models import Promotion
from labeling.models import Project


def newest_promotion(project: Project) -> Promotion | None:
    """Return how the version in use came into use."""
    rows = Promotion.objects.filter(project=project).select_related("version", "before", "by")
    return rows.order_by("-pk").first()


def is_held(project: Project) -> bool:
    """Whether rounds should rank by the version in use and not replace it."""
    newest = newest_promotion(project)
    return newest is not None and newest.holds
