"""A reviewer's decision between several answers: the final label of a task."""

from django.conf import settings
from django.db import models

from labeling.models import Project, Task


class Adjudication(models.Model):
    """What a task's answer is, whoever said what; it stands until it is taken back."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="adjudications")
    task = models.OneToOneField(Task, on_delete=models.CASCADE, related_name="adjudication")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    regions = models.JSONField(default=list, blank=True)
    relations = models.JSONField(default=list, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    comment = models.TextField(blank=True)
    supporters = models.JSONField(default=list)
    """Ids of those who said the same beforehand."""
    states = models.JSONField(default=dict)
    """Annotation id → its state before, for taking the decision back."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"adjudication of {self.task_id}"
