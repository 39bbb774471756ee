"""Qualification: exams, attempts, what they earn, and pauses."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from labeling.models import Project, Task


class Exam(models.Model):
    """Practice with feedback, then a test over the project's exam tasks."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="exams")
    name = models.CharField(max_length=120)
    introduction = models.TextField(blank=True)
    skill = models.CharField(max_length=64, blank=True)
    """What passing earns; empty: nothing but the right to work, where it is required."""
    is_required = models.BooleanField(default=True)
    """Whether nobody works in the project without having passed."""
    is_open = models.BooleanField(default=True)
    practice = models.PositiveSmallIntegerField(default=3)
    """Tasks with feedback beforehand."""
    mark = models.FloatField(default=0.7)
    """Mean credit to be shown; passed or failed only once the interval lies on one side of it."""
    least = models.PositiveSmallIntegerField(default=8)
    most = models.PositiveSmallIntegerField(default=30)
    """Questions from which on it may be decided, and at which it ends."""
    attempts = models.PositiveSmallIntegerField(default=3)
    valid_days = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["project", "name"], name="exam_name_once"),
            models.CheckConstraint(
                condition=Q(mark__gt=0, mark__lt=1), name="exam_mark_is_a_share"
            ),
            models.CheckConstraint(
                condition=Q(least__gte=1, most__gte=F("least")), name="exam_least_before_most"
            ),
        )

    def __str__(self) -> str:
        return self.name


class AttemptState(models.TextChoices):
    """How an attempt stands."""

    PRACTICE = "practice"
    TEST = "test"
    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"
    """The interval still covers the mark: a manager decides, no machine."""
    ENDED = "ended"
    """Left by the person."""


RUNNING = (AttemptState.PRACTICE, AttemptState.TEST)


class ExamAttempt(models.Model):
    """One person's way through one exam."""

    exam = models.ForeignKey(Exam, on_delete=models.CASCADE, related_name="tries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exam_attempts"
    )
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=AttemptState.choices)
    value = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    """Who decided what the interval left open; null where the interval did."""
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["exam", "user", "number"], name="attempt_number_once"),
            models.UniqueConstraint(
                fields=["exam", "user"],
                condition=Q(state__in=["practice", "test"]),
                name="one_running_attempt",
            ),
        )

    def __str__(self) -> str:
        return f"attempt {self.number} of {self.user_id}: {self.state}"


class ExamAnswer(models.Model):
    """One answer in an attempt; no annotation, and nobody's lesson."""

    attempt = models.ForeignKey(ExamAttempt, on_delete=models.CASCADE, related_name="answers")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="exam_answers")
    is_practice = models.BooleanField()
    content = models.JSONField(null=True)
    """Null where it was passed by."""
    credit = models.FloatField()
    credits = models.JSONField(default=dict)
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["attempt", "task"], name="exam_task_once_an_attempt"),
        )

    def __str__(self) -> str:
        return f"{self.credit:.2f} on {self.task_id}"


class Qualification(models.Model):
    """A skill that somebody has in a project: granted by a manager, or earned."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="qualifications")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="qualifications"
    )
    skill = models.CharField(max_length=64)
    attempt = models.ForeignKey(ExamAttempt, null=True, on_delete=models.SET_NULL, related_name="+")
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    earned_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "user", "skill"], name="skill_once_a_person"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {self.skill}"


class Pause(models.Model):
    """A person gets no work in a project for a stated reason, until somebody lifts it."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="pauses")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pauses"
    )
    reason = models.CharField(max_length=32)
    """`accuracy` (below the plan's mark) or `manager`."""
    note = models.TextField(blank=True)
    facts = models.JSONField(default=dict)
    """{value, low, high, answers, mark}: what it rested on."""
    paused_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    started_at = models.DateTimeField(auto_now_add=True)
    appeal = models.TextField(blank=True)
    appealed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    answer = models.TextField(blank=True)
    """What the person who ended it, or refused the appeal, says."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "user"],
                condition=Q(ended_at__isnull=True),
                name="one_standing_pause",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} paused: {self.reason}"
