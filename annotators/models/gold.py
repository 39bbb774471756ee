"""Tasks with known answers, and how people did on them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from labeling.models import Annotation, Project, Task


class GoldOrigin(models.TextChoices):
    """Where a truth comes from."""

    MADE = "made"
    PROMOTED = "promoted"
    DRAWN = "drawn"
    IMPORTED = "imported"


class GoldUse(models.TextChoices):
    """What a gold task is for. Who sat an exam knows its tasks, so they are never hidden too."""

    HIDDEN = "hidden"
    EXAM = "exam"
    RETIRED = "retired"


class GoldTask(models.Model):
    """Beside the truth (`labeling.models.Gold`): where it comes from and what it is used for.

    One that was drawn has no truth until an expert has answered it.
    """

    task = models.OneToOneField(
        Task, on_delete=models.CASCADE, primary_key=True, related_name="gold_task"
    )
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="gold_tasks")
    origin = models.CharField(max_length=10, choices=GoldOrigin.choices)
    use = models.CharField(max_length=8, choices=GoldUse.choices, default=GoldUse.HIDDEN)
    has_truth = models.BooleanField(default=True)
    explanation = models.TextField(blank=True)
    """Told in an exam's practice."""
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=["project", "use", "has_truth", "task"], name="gold_by_use"),
        )

    def __str__(self) -> str:
        return f"{self.origin} gold {self.task_id}"


class GoldResult(models.Model):
    """How far one answer to a hidden gold task agrees with the truth."""

    annotation = models.OneToOneField(
        Annotation, on_delete=models.CASCADE, primary_key=True, related_name="gold_result"
    )
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="gold_results")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="gold_results")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="gold_results"
    )
    credit = models.FloatField()
    """Mean over the labels, 0 to 1: partial where the kind's metric gives part of it."""
    credits = models.JSONField(default=dict)
    """Label id → credit."""
    answered_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(credit__gte=0, credit__lte=1), name="gold_credit_is_a_share"
            ),
        )
        indexes = (models.Index(fields=["project", "user"], name="gold_result_by_person"),)

    def __str__(self) -> str:
        return f"{self.credit:.2f} by {self.user_id} on {self.task_id}"


class Repeat(models.Model):
    """A person's second answer to a task of their own: kept aside, compared with the first."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="repeats")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="repeats")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="repeats"
    )
    content = models.JSONField()
    lead_time = models.FloatField(default=0.0)
    agreement = models.FloatField(null=True)
    """With the person's first answer; null where neither says anything that can be compared."""
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["task", "user"], name="one_repeat_a_task_and_person"),
        )
        indexes = (models.Index(fields=["project", "user"], name="repeat_by_person"),)

    def __str__(self) -> str:
        return f"repeat of {self.task_id} by {self.user_id}"
