"""What is known of people and of tasks, written down by a job so that pages only read."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from labeling.models import Project, Task


class AnnotatorFacts(models.Model):
    """One person in one project; null where nothing can be said yet."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="annotator_facts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    accuracy = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    right = models.FloatField(default=0.0)
    answered = models.FloatField(default=0.0)
    """The same as counts of a beta: what a router draws from."""
    judged = models.FloatField(default=0.0)
    """Answers that could be judged at all."""
    seconds = models.FloatField(null=True)
    seconds_low = models.FloatField(null=True)
    seconds_high = models.FloatField(null=True)
    """The middle of an answer's time by the server's clock, breaks left out."""
    worked_seconds = models.FloatField(default=0.0)
    detail = models.JSONField(default=dict)
    """By label and class, over time, habits, a sample of mistakes: see `services/facts`."""
    computed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["project", "user"], name="facts_once_per_annotator"),
        )

    def __str__(self) -> str:
        return f"facts of {self.user_id} in {self.project_id}"


class TaskFacts(models.Model):
    """One answered task: how likely it is wrong, and how hard it is."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="task_facts")
    task = models.OneToOneField(Task, on_delete=models.CASCADE, related_name="facts")
    expected_error = models.FloatField()
    """Probability that its likeliest wrong label is wrong."""
    difficulty = models.FloatField(null=True)
    """Higher is harder, 0 as the others; null with fewer than two opinions."""
    discrimination = models.FloatField(null=True)
    """How well it parts good people from others: near 0, it does not, and is unclear."""
    split = models.FloatField(null=True)
    """How likely two good people differ on it."""
    n_answers = models.PositiveIntegerField(default=0)
    label = models.CharField(max_length=100, blank=True)
    """On which label it is in doubt most."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(expected_error__gte=0, expected_error__lte=1),
                name="expected_error_is_a_share",
            ),
        )
        indexes = (
            models.Index(F("project"), F("expected_error").desc(), F("id"), name="task_doubtful"),
            models.Index(F("project"), F("difficulty").desc(), F("id"), name="task_hardest"),
        )

    def __str__(self) -> str:
        return f"facts of task {self.task_id}"
