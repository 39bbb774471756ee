"""What stands beside a version on the shelf: where it came from, when it was used, its exports."""

from django.conf import settings
from django.db import models

from active_learning.models.model_version import ModelVersion
from active_learning.models.training_run import TrainingRun
from labeling.models import Project

EXPORT_JOB = "active_learning.export_version"
"""The job that writes a version as files that run elsewhere."""


class Lineage(models.Model):
    """Where a version came from; the version itself says what it is."""

    version = models.OneToOneField(ModelVersion, on_delete=models.CASCADE, related_name="lineage")
    parent = models.ForeignKey(
        ModelVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    """The version in use when this one was made."""
    run = models.ForeignKey(
        TrainingRun, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    snapshot = models.CharField(max_length=16)
    """Hash of the answers it was fitted on."""
    code = models.CharField(max_length=64)
    parameters = models.JSONField(default=dict)
    teacher = models.JSONField(null=True, blank=True)
    """Which model taught it, and both on the same tasks, see `services.teaching_report`."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    def __str__(self) -> str:
        return f"lineage of {self.version_id}"


class ArchivedVersion(models.Model):
    """A version that was put away: still there, still whole, no longer offered."""

    version = models.OneToOneField(ModelVersion, on_delete=models.CASCADE, related_name="archived")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.version_id} archived"


class Promotion(models.Model):
    """A version came into use; the newest row of a project says since when and by whom."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="promotions")
    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="promotions")
    before = models.ForeignKey(
        ModelVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    """What was in use until then: where rolling back leads."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    """None where a round brought it into use."""
    holds = models.BooleanField(default=False)
    """Rounds rank by it and replace it no more, until it is released."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["project", "-id"], name="newest_promotion_of_project"),)

    def __str__(self) -> str:
        return f"{self.version_id} in use"


class VersionExport(models.Model):
    """A version written as a file for elsewhere, and how that file does on this machine."""

    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="exports")
    precision = models.CharField(max_length=16)
    """"float32", "dynamic" or "static": how the numbers are kept."""
    size_bytes = models.PositiveBigIntegerField()
    latency_ms = models.FloatField()
    """Median of one input at a time, on one thread."""
    slow_ms = models.FloatField()
    """The 95th percentile."""
    tested = models.PositiveIntegerField()
    """Hold-out tasks that accuracy is measured on."""
    accuracy = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    ece = models.FloatField(null=True)
    difference = models.FloatField()
    """The largest difference of a probability from the version's own."""
    agreement = models.FloatField()
    """Share of the inputs of which it says the same as the version."""
    passed = models.BooleanField()
    reason = models.CharField(max_length=200, blank=True)
    path = models.CharField(max_length=255)
    """The package in the storage; empty where the check did not pass."""
    machine = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["version", "precision"], name="one_export_per_precision_of_version"
            ),
        )

    def __str__(self) -> str:
        return f"{self.version_id} as {self.precision}"
