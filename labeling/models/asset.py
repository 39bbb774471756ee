"""Media: immutable bytes stored once per project, and the uploads they come from."""

from django.conf import settings
from django.db import models

from labeling.models.project import Project


class Asset(models.Model):
    """A stored file, addressed by its content. Sizes are those of the upright image."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="assets")
    sha256 = models.CharField(max_length=64)
    path = models.CharField(max_length=255)
    name = models.CharField(max_length=255)
    kind = models.CharField(max_length=16)
    mime = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()
    width = models.PositiveIntegerField(null=True, blank=True)
    height = models.PositiveIntegerField(null=True, blank=True)
    duration = models.FloatField(null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "sha256", "kind"], name="asset_content_once_per_kind"
            ),
        )

    def __str__(self) -> str:
        return self.name


class TaskAsset(models.Model):
    """Which asset a task shows in which field; `name` is the path it came under."""

    task = models.ForeignKey("labeling.Task", on_delete=models.CASCADE, related_name="assets")
    asset = models.ForeignKey(Asset, on_delete=models.CASCADE, related_name="uses")
    field = models.CharField(max_length=100)
    name = models.CharField(max_length=1024)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["task", "field"], name="one_asset_per_task_field"),
        )

    def __str__(self) -> str:
        return f"{self.task_id}.{self.field}"


class Upload(models.Model):
    """A file received and not yet imported; `path` is ours, `name` only for show."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="uploads")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=255)
    path = models.CharField(max_length=255)
    size = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.name
