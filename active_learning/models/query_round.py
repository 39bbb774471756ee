"""One turn of the loop: train, calibrate, score, select, write down."""

from django.db import models
from django.db.models import Q

from active_learning.models.model_version import ModelVersion
from labeling.models import Job, Project

ROUND_JOB = "active_learning.query_round"
"""The job that runs a round."""


class RoundState(models.TextChoices):
    """How a round stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


LIVE_ROUND = Q(state="running")


class QueryRound(models.Model):
    """What a round did, kept so that every choice can be explained."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="query_rounds")
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    version = models.ForeignKey(
        ModelVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="rounds"
    )
    state = models.CharField(max_length=16, choices=RoundState.choices, default=RoundState.RUNNING)
    trigger = models.CharField(max_length=16)
    strategy = models.CharField(max_length=32, blank=True)
    last_annotation = models.PositiveBigIntegerField(default=0)
    """The newest annotation it saw; later ones are new labels."""
    labels = models.PositiveIntegerField(default=0)
    pool = models.PositiveIntegerField(default=0)
    histogram = models.JSONField(default=list, blank=True)
    predicted = models.JSONField(default=dict, blank=True)
    """Class id to the number of open tasks for which it is the answer."""
    query = models.JSONField(default=list, blank=True)
    """The tasks it asks for, best first, each with the reason."""
    note = models.JSONField(null=True, blank=True)
    seconds = models.JSONField(default=dict, blank=True)
    """Step to wall-clock seconds."""
    cause = models.CharField(max_length=32, blank=True)
    """Code of what ended it early."""
    error = models.TextField(blank=True)
    """The same for people, with the remedy; empty unless it failed."""
    warnings = models.JSONField(default=list, blank=True)
    """What it passed over: codes with figures."""
    changed = models.PositiveIntegerField(default=0)
    """Answers it was taught that were changed, rejected or taken back since."""
    seen = models.JSONField(null=True, blank=True)
    """The population of tasks that it knew, by which later ones are told to be different."""
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project"], condition=LIVE_ROUND, name="one_running_round_per_project"
            ),
        )
        indexes = (
            models.Index(fields=["project", "-id"], name="round_latest_first"),
            models.Index(
                fields=["project"], condition=Q(changed__gt=0), name="round_with_changed_answers"
            ),
        )

    def __str__(self) -> str:
        return f"round {self.pk} of {self.project_id}"
