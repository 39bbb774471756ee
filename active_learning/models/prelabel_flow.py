"""Flows that a project declares: steps in a row, which propose like one pre-labeler."""

from django.db import models

from labeling.models import Project

FLOW_PREFIX = "flow-"
"""Under which flows are known among the pre-labelers."""


class PrelabelFlow(models.Model):
    """One flow, for one field of one project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="prelabel_flows")
    name = models.CharField(max_length=100)
    field = models.CharField(max_length=100)
    steps = models.JSONField()
    """[{"step": kind, setting: value, ...}], see `flows.declaration`."""
    created_by = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["project", "name"], name="flow_name_once"),)

    def __str__(self) -> str:
        return f"flow {self.name} of {self.project_id}"

    @property
    def card_id(self) -> str:
        """Its name among the pre-labelers."""
        return f"{FLOW_PREFIX}{self.pk}"
