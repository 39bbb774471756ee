"""Background work and the processes that do it. The job row is the queue: nothing else to lose."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from labeling.models.project import Project


class JobState(models.TextChoices):
    """Life of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


LIVE_STATES = (JobState.QUEUED, JobState.RUNNING)


class Job(models.Model):
    """A named piece of work with its progress, report and result file."""

    name = models.CharField(max_length=64)
    kind = models.CharField(max_length=32)
    queue = models.CharField(max_length=16, default="default")
    kwargs = models.JSONField(default=dict)
    unique_key = models.CharField(max_length=128, blank=True)
    project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    state = models.CharField(max_length=16, choices=JobState.choices, default=JobState.QUEUED)
    cancel_asked = models.BooleanField(default=False)
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(null=True, blank=True)
    message = models.CharField(max_length=300, blank=True)
    report = models.JSONField(null=True, blank=True)
    result_path = models.CharField(max_length=255, blank=True)
    result_name = models.CharField(max_length=255, blank=True)
    error = models.TextField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["unique_key"],
                condition=Q(state=JobState.QUEUED) & ~Q(unique_key=""),
                name="one_waiting_job_per_key",
            ),
        )
        indexes = (
            models.Index(fields=["state", "queue", "id"], name="job_queue"),
            models.Index(fields=["project", "id"], name="job_by_project"),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.pk}"


class WorkerBeat(models.Model):
    """A process that says it lives."""

    id = models.CharField(primary_key=True, max_length=64)
    kind = models.CharField(max_length=16)
    queue = models.CharField(max_length=16, blank=True)
    """The lane of a worker; other processes have none."""
    host = models.CharField(max_length=255)
    pid = models.PositiveIntegerField()
    version = models.CharField(max_length=32, blank=True)
    running = models.ForeignKey(
        Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.id
