"""The last computed figures about agreement in a project."""

from django.db import models

from labeling.models import Project


class QualityReport(models.Model):
    """Agreement per label and pair; `last_annotation` tells how fresh it is."""

    project = models.OneToOneField(Project, on_delete=models.CASCADE, related_name="quality")
    labels = models.JSONField(default=list)
    pairs = models.JSONField(default=list)
    annotators = models.JSONField(default=dict)
    """User id → {agreement, agreement_n, accuracy}."""
    hotspots = models.JSONField(default=list)
    """Classes that part good people: [{label, first, second, rate, low, high, n, tasks}]."""
    forecast = models.JSONField(default=dict)
    """{label, now, tasks, targets: [{target, opinions, hours}]}, or {reason}."""
    last_annotation = models.DateTimeField(null=True)
    computed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"quality of {self.project_id}"
