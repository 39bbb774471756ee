"""A training that somebody ordered: from which labels, by which recipe, and how it went."""

from django.conf import settings
from django.db import models

from active_learning.models.model_version import ModelVersion
from labeling.models import Job, Project

TRAINING_JOB = "active_learning.run_training"
"""The job that trains."""


class RunState(models.TextChoices):
    """Life of a training."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


LIVE_RUN = (RunState.QUEUED, RunState.RUNNING)


class TrainingRun(models.Model):
    """One training; what it learns from is pinned when it begins and never changes."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="training_runs")
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    state = models.CharField(max_length=16, choices=RunState.choices, default=RunState.QUEUED)
    label = models.CharField(max_length=100)
    kind = models.CharField(max_length=16)
    ontology_number = models.PositiveIntegerField()
    filter = models.TextField(blank=True)
    """In the language of the task list; empty is every labelled task."""
    votes = models.CharField(max_length=16)
    """"consensus": one answer a task; "votes": each person's answer as it is."""
    recipe = models.JSONField()
    trials = models.PositiveIntegerField(default=0)
    """Recipes that a search may try; 0 trains by the recipe as it is."""
    snapshot = models.CharField(max_length=16, blank=True)
    """Hash of the answers it learns from."""
    counts = models.JSONField(default=dict)
    layout = models.CharField(max_length=16, blank=True)
    code = models.CharField(max_length=64, blank=True)
    curve = models.JSONField(default=list)
    tried = models.JSONField(default=list)
    log = models.JSONField(default=list)
    epoch = models.PositiveIntegerField(default=0)
    resumed = models.PositiveSmallIntegerField(default=0)
    """How often it went on from a checkpoint."""
    version = models.ForeignKey(
        ModelVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    cause = models.CharField(max_length=32, blank=True)
    error = models.TextField(blank=True)
    seconds = models.FloatField(default=0.0)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (models.Index(fields=["project", "-id"], name="newest_training_of_project"),)

    def __str__(self) -> str:
        return f"training {self.pk} of {self.project_id}"

    @property
    def is_live(self) -> bool:
        """Whether it waits or runs."""
        return self.state in LIVE_RUN
