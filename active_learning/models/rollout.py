"""A version that is tried beside the one in use, on the calls that programs really make."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from active_learning.models.model_version import ModelVersion
from labeling.models import Project


class RolloutMode(models.TextChoices):
    """Whether the candidate answers."""

    SHADOW = "shadow"
    CANARY = "canary"


class Rollout(models.Model):
    """One trial; it ends when somebody stops it, or another version comes into use."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="rollouts")
    stable = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="+")
    candidate = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="+")
    mode = models.CharField(max_length=8, choices=RolloutMode.choices)
    share = models.FloatField()
    counts = models.JSONField(null=True, blank=True)
    """See `serving.comparing.Comparison`."""
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project"],
                condition=Q(ended_at__isnull=True),
                name="one_running_rollout_per_project",
            ),
            models.CheckConstraint(
                condition=Q(share__gt=0, share__lte=1), name="rollout_share_is_a_share"
            ),
        )

    def __str__(self) -> str:
        return f"{self.mode} of {self.candidate_id} in {self.project_id}"
