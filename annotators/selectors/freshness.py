"""Whether the stored figures still describe the annotations."""

from django.db.models import Max

from annotators.models import QualityReport
from labeling.models import Project, Review


def is_stale(project: Project) -> bool:
    """Say whether an annotation changed, or was reviewed, since the figures were computed."""
    last = project.annotations.aggregate(last=Max("updated_at"))["last"]
    if last is None:
        return False
    report = (
        QualityReport.objects.filter(project=project).only("last_annotation", "computed_at").first()
    )
    if report is None or report.last_annotation != last:
        return True
    reviews = Review.objects.filter(annotation__project=project, created_at__gt=report.computed_at)
    return reviews.exists()
