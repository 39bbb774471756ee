"""Whether the stored figures still describe the annotations."""

from django.db.models import Max

from annotators.models import QualityReport
from labeling.models import Project


def is_stale(project: Project) -> bool:
    """Say whether an annotation changed since the figures were computed."""
    last = project.annotations.aggregate(last=Max("updated_at"))["last"]
    report = QualityReport.objects.filter(project=project).only("last_annotation").first()
    return last is not None and (report is None or report.last_annotation != last)
