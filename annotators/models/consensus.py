"""The stored result of an aggregation: what the crowd says about one label of one task."""

from django.db import models

from labeling.models import Project, Task


class Consensus(models.Model):
    """One task's inferred answer, or marks, for one label."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="consensus")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="consensus")
    label = models.CharField(max_length=100)
    method = models.CharField(max_length=32)
    value = models.CharField(max_length=200)
    """What was said, short enough to list."""
    confidence = models.FloatField()
    is_tie = models.BooleanField(default=False)
    n_votes = models.PositiveIntegerField()
    said = models.JSONField(null=True)
    """The answer as an annotation would hold it; of a label that is located, its regions."""
    reasons = models.JSONField(default=dict)
    """{supporters: [user id], weights: {user id: trust}, posterior: {...}, members: {...}}."""
    model_version = models.CharField(max_length=128, blank=True)
    """The learner that voted with people; empty where none did."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["task", "label"], name="one_consensus_per_task_and_label"
            ),
        )
        indexes = (
            models.Index(fields=["project", "confidence", "id"], name="consensus_by_confidence"),
        )

    def __str__(self) -> str:
        return f"{self.label}={self.value} on {self.task_id}"
