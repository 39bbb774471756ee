"""What each query strategy would have needed on a project's own labels."""

from django.db import models

from labeling.models import Job, Project

REPLAY_JOB = "active_learning.replay_strategies"
"""The job that replays."""


class StrategyReplay(models.Model):
    """One comparison, kept as it was found; the newest is shown."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="strategy_replays")
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    label = models.CharField(max_length=100)
    labels = models.PositiveIntegerField()
    """Labelled tasks it was made of."""
    tested = models.PositiveIntegerField()
    """Of these, the ones that only measured."""
    seeds = models.PositiveIntegerField()
    full_accuracy = models.FloatField()
    target = models.FloatField()
    outcomes = models.JSONField()
    """One a strategy: labels to the target over the seeds, and the mean curve."""
    seconds = models.FloatField(default=0.0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["project", "-id"], name="newest_replay_of_project"),)

    def __str__(self) -> str:
        return f"replay {self.pk} of {self.project_id}"
