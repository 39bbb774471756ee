"""What people answered: drafts, annotations with their whole history, skips, reviews."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from labeling.models.project import Project
from labeling.models.task import Task

ACCEPTED_ORIGIN = "accepted"
"""Of answers that the learner set by itself: nobody's vote, and no lesson."""


class AnnotationState(models.TextChoices):
    """What the review said, if there was one."""

    SUBMITTED = "submitted"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    FIXED = "fixed"


class Annotation(models.Model):
    """One annotator's whole answer to a task."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="annotations")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="annotations")
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="annotations"
    )
    slot = models.PositiveSmallIntegerField(default=0)
    """0 but where a project allows several annotations by one annotator."""
    ontology_number = models.PositiveIntegerField()
    regions = models.JSONField(default=list, blank=True)
    relations = models.JSONField(default=list, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    lead_time = models.FloatField(default=0.0)
    state = models.CharField(
        max_length=16, choices=AnnotationState.choices, default=AnnotationState.SUBMITTED
    )
    revision = models.PositiveIntegerField(default=1)
    origin = models.CharField(max_length=16, default="human")
    """"human", "import" or "accepted" (by the learner, within its bound)."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["task", "annotator", "slot"], name="one_annotation_per_task_and_annotator"
            ),
            models.CheckConstraint(condition=Q(lead_time__gte=0), name="lead_time_not_negative"),
        )
        indexes = (
            models.Index(fields=["project", "id"], name="annotation_by_project"),
            models.Index(fields=["project", "annotator", "id"], name="annotation_by_annotator"),
        )

    def __str__(self) -> str:
        return f"annotation {self.pk} of task {self.task_id}"


class AnnotationRevision(models.Model):
    """One edit: who changed what into what. `before` is null for the first submit."""

    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="history")
    revision = models.PositiveIntegerField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    before = models.JSONField(null=True)
    after = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["annotation", "revision"], name="annotation_revision_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.annotation_id} r{self.revision}"


class Draft(models.Model):
    """Autosaved, uncounted work of one person on one task."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts"
    )
    regions = models.JSONField(default=list, blank=True)
    relations = models.JSONField(default=list, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    lead_time = models.FloatField(default=0.0)
    revision = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["task", "user"], name="one_draft_per_task_and_user"),
        )

    def __str__(self) -> str:
        return f"draft of {self.task_id} by {self.user_id}"


class Skip(models.Model):
    """A person passed a task by; others still get it."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="skips")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="skips")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="skips"
    )
    reason = models.CharField(max_length=500, blank=True)
    times = models.PositiveSmallIntegerField(default=1)
    """A task skipped once may come back at the end; one skipped twice does not."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["task", "user"], name="one_skip_per_task_and_user"),
        )
        indexes = (models.Index(fields=["project", "user", "id"], name="skip_by_user"),)

    def __str__(self) -> str:
        return f"{self.user_id} skipped {self.task_id}"


class Verdict(models.TextChoices):
    """What a reviewer says."""

    ACCEPT = "accept"
    REJECT = "reject"
    FIX = "fix"


class Review(models.Model):
    """One verdict on one annotation."""

    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="reviews")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    verdict = models.CharField(max_length=8, choices=Verdict.choices)
    comment = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.verdict} on {self.annotation_id}"
