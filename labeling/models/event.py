"""The event log: what happened in a project, in order. Live clients resume from their last id."""

from django.conf import settings
from django.db import models

from labeling.models.project import Project


class Event(models.Model):
    """One past-tense fact as it is told to clients."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="events")
    type = models.CharField(max_length=32)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    data = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["project", "id"], name="event_by_project"),)

    def __str__(self) -> str:
        return f"{self.type} in {self.project_id}"
