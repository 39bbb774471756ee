"""Looks at the audit labels, and what was accepted upon them: the ledger."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from active_learning.models.model_version import ModelVersion
from labeling.models import Job, Project, Task

ACCEPT_JOB = "active_learning.accept_labels"
UNDO_JOB = "active_learning.undo_acceptance"


class AcceptanceLook(models.Model):
    """One look at the audit labels, which used up its share of the doubt."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="acceptance_looks")
    number = models.PositiveIntegerField()
    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="looks")
    label = models.CharField(max_length=100)
    ontology_number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    """Of the version, the bound and the audit labels: the same question is the same look."""
    alpha = models.FloatField()
    delta = models.FloatField()
    by_class = models.BooleanField()
    audit_share = models.FloatField()
    level = models.FloatField()
    """The doubt it used."""
    sample = models.PositiveIntegerField()
    wrong = models.PositiveIntegerField()
    open_tasks = models.PositiveIntegerField()
    accepts = models.PositiveIntegerField()
    steps = models.JSONField()
    """Every threshold that was tried, the certified ones marked."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["project", "number"], name="look_number_once"),
        )

    def __str__(self) -> str:
        return f"look {self.number} of {self.project_id}"


class AcceptanceState(models.TextChoices):
    """How an acceptance stands."""

    RUNNING = "running"
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    UNDONE = "undone"


STANDING = (AcceptanceState.RUNNING, AcceptanceState.ACTIVE)


class Acceptance(models.Model):
    """One act of accepting: a row of the ledger."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="acceptances")
    look = models.ForeignKey(AcceptanceLook, on_delete=models.CASCADE, related_name="acceptances")
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    state = models.CharField(
        max_length=16, choices=AcceptanceState.choices, default=AcceptanceState.RUNNING
    )
    accepted = models.PositiveIntegerField(default=0)
    audits = models.PositiveIntegerField(default=0)
    audited = models.PositiveIntegerField(default=0)
    wrong = models.PositiveIntegerField(default=0)
    """Of the audited ones, those that people answered otherwise."""
    upper = models.FloatField(null=True, blank=True)
    """What the audits alone say: at most this share of it is wrong."""
    is_widened = models.BooleanField(default=False)
    reason = models.CharField(max_length=32, blank=True)
    """Why it ended: "person", "drift", "ontology" or "shrunk"."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project"],
                condition=Q(state="running"),
                name="one_running_acceptance_per_project",
            ),
        )
        indexes = (models.Index(fields=["project", "-id"], name="acceptance_latest_first"),)

    def __str__(self) -> str:
        return f"acceptance {self.pk} of {self.project_id}"


class AcceptedTask(models.Model):
    """A task that an acceptance took, or kept back for people to audit."""

    acceptance = models.ForeignKey(Acceptance, on_delete=models.CASCADE, related_name="tasks")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="acceptances")
    answer = models.JSONField()
    score = models.FloatField()
    is_audit = models.BooleanField(default=False)
    is_wrong = models.BooleanField(null=True, blank=True)
    """Whether people answered the audit otherwise; null until they answer."""
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["acceptance", "task"], name="task_once_per_acceptance"),
        )
        indexes = (
            models.Index(
                fields=["acceptance", "id"], name="audits_of_acceptance", condition=Q(is_audit=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.task_id} in {self.acceptance_id}"
