"""Immutable weights, what they were fitted on, and how well they do."""

from django.db import models
from django.db.models import Q

from labeling.models import Project

NAME_PREFIX = "penumbra-"
LEAST_HOLDOUT = 5
"""Of fewer held-out tasks a share of right answers says nothing that a person should read."""


class ModelVersion(models.Model):
    """One fitted model of a project; only `is_active` ever changes."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="learned_versions")
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=100)
    kind = models.CharField(max_length=16)
    classes = models.JSONField()
    """Class ids that were seen, in the order of the head's columns."""
    ontology_number = models.PositiveIntegerField()
    layout = models.CharField(max_length=16)
    key = models.CharField(max_length=32)
    """Hash of the weights' file, under which the serving process knows it."""
    path = models.CharField(max_length=255)
    size_bytes = models.PositiveBigIntegerField()
    labels = models.PositiveIntegerField()
    holdout = models.PositiveIntegerField(default=0)
    accuracy = models.FloatField(null=True, blank=True)
    low = models.FloatField(null=True, blank=True)
    high = models.FloatField(null=True, blank=True)
    ece = models.FloatField(null=True, blank=True)
    seconds = models.FloatField(default=0.0)
    trigger = models.CharField(max_length=16)
    is_active = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "number"], name="model_version_number_once_per_project"
            ),
            models.UniqueConstraint(
                fields=["project"],
                condition=Q(is_active=True),
                name="one_active_model_version_per_project",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} of {self.project_id}"

    @property
    def name(self) -> str:
        """How its predictions name it, among those that clients bring."""
        return f"{NAME_PREFIX}{self.number}"

    @property
    def is_measured(self) -> bool:
        """Whether enough tasks were held out for its accuracy to be told in passing."""
        return self.accuracy is not None and self.holdout >= LEAST_HOLDOUT
