"""Tasks, their reservations, and what models said about them.

`open_places` holds the overlap rule in the database: a lease or an annotation takes a place with
`UPDATE ... SET open_places = open_places - 1 WHERE open_places > 0`, and the check constraint makes
it impossible for a task to be in more hands than its overlap.
"""

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When

from labeling.models.project import Project


class TaskState(models.TextChoices):
    """Where a task stands."""

    OPEN = "open"
    IN_PROGRESS = "in_progress"
    DONE = "done"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Task(models.Model):
    """The unit of work shown to a person."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="tasks", db_index=False
    )
    """The index of (project, id) serves it; one of its own would be a second copy."""
    external_id = models.CharField(max_length=255, blank=True)
    data = models.JSONField()
    """Field name → value; text as it came, media as {"asset": id, "name": path}."""
    meta = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=16, choices=TaskState.choices, default=TaskState.OPEN)
    priority = models.FloatField(default=0.0)
    overlap = models.PositiveSmallIntegerField(default=1)
    open_places = models.IntegerField(default=1)
    wants_labels = models.GeneratedField(
        expression=Case(When(open_places__gt=0, then=Value(1)), default=Value(0)),
        output_field=models.SmallIntegerField(),
        db_persist=True,
    )
    annotation_count = models.PositiveIntegerField(default=0)
    prediction_count = models.PositiveIntegerField(default=0)
    skip_count = models.PositiveIntegerField(default=0)
    score = models.FloatField(null=True, blank=True)
    uncertainty = models.FloatField(null=True, blank=True)
    agreement = models.FloatField(null=True, blank=True)
    predicted = models.JSONField(null=True, blank=True)
    """Label id → value of the selected model version, for lists."""
    why = models.JSONField(null=True, blank=True)
    """Why the learner chose it: {strategy, reason, utility, probability, class}."""
    is_holdout = models.BooleanField(default=False)
    import_job = models.ForeignKey(
        "labeling.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="tasks"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(open_places__gte=0), name="task_not_over_overlap"),
            models.CheckConstraint(
                condition=Q(open_places__lte=F("overlap")), name="task_places_within_overlap"
            ),
            models.CheckConstraint(condition=Q(overlap__gte=1), name="task_overlap_positive"),
            models.UniqueConstraint(
                fields=["project", "external_id"],
                condition=~Q(external_id=""),
                name="external_id_once_per_project",
            ),
        )
        indexes = (
            models.Index(
                F("project"), F("wants_labels"), F("priority").desc(), F("id"), name="task_next"
            ),
            models.Index(fields=["project", "wants_labels", "id"], name="task_next_in_order"),
            models.Index(fields=["project", "id"], name="task_by_id"),
            models.Index(fields=["project", "state", "id"], name="task_by_state"),
            # Lists walk these a state at a time and merge (`selectors/task_strands.py`); score and
            # uncertainty lie in each other's index because they are filtered and ordered together.
            # The two behind the id let a filter pass over tasks without looking at their rows: in
            # a queue ordered by doubt, a range of it is a desert that an index walk must cross.
            models.Index(
                fields=["project", "state", "priority", "id", "score", "uncertainty"],
                name="task_by_priority",
            ),
            models.Index(
                fields=["project", "state", "uncertainty", "id", "score"],
                name="task_by_uncertainty",
            ),
            models.Index(
                fields=["project", "state", "score", "id", "uncertainty"], name="task_by_score"
            ),
            models.Index(fields=["project", "state", "agreement", "id"], name="task_by_agreement"),
            models.Index(fields=["project", "state", "created_at", "id"], name="task_by_created"),
            models.Index(fields=["project", "state", "updated_at", "id"], name="task_by_updated"),
            models.Index(
                fields=["project", "skip_count", "id"],
                name="task_by_skips",
                condition=Q(skip_count__gt=0),
            ),
        )

    def __str__(self) -> str:
        return f"task {self.pk}"


EXTRA = "extra"
"""Of a lease under which one answer more than the task wants may be given."""


class Lease(models.Model):
    """An expiring reservation. A live lease is a row; a released one is deleted."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="leases")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="leases")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="leases"
    )
    aside = models.CharField(max_length=16, blank=True)
    """What the answer is for where it takes none of the task's places: `EXTRA`, or a name that
    `labeling.services.asides` knows, whose answers are kept elsewhere."""
    expires_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["task", "user"], name="one_lease_per_task_and_user"),
        )
        indexes = (
            models.Index(fields=["project", "expires_at"], name="lease_by_expiry"),
            models.Index(fields=["user", "project"], name="lease_by_user"),
        )

    def __str__(self) -> str:
        return f"lease of {self.task_id} by {self.user_id}"


BESIDE_PREFIX = "prelabeler:"
"""Versions so named fill labels of their own, beside the version that a project shows."""


class Prediction(models.Model):
    """One model version's answer to a task."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="predictions")
    model_version = models.CharField(max_length=128)
    score = models.FloatField(null=True, blank=True)
    uncertainty = models.FloatField(null=True, blank=True)
    is_ambiguous = models.BooleanField(default=False)
    probabilities = models.JSONField(default=dict, blank=True)
    regions = models.JSONField(default=list, blank=True)
    relations = models.JSONField(default=list, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["task", "model_version"], name="one_prediction_per_task_and_version"
            ),
        )
        indexes = (models.Index(fields=["model_version", "task"], name="prediction_by_version"),)

    def __str__(self) -> str:
        return f"{self.model_version} on {self.task_id}"


class TaskLabel(models.Model):
    """Which label values the annotations of a task use: the index behind `label = "car"`."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="labels")
    label = models.CharField(max_length=100)
    value = models.CharField(max_length=200)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["task", "label", "value"], name="task_label_value_once"
            ),
        )
        indexes = (models.Index(fields=["project", "value", "task"], name="task_label_by_value"),)

    def __str__(self) -> str:
        return f"{self.label}={self.value} on {self.task_id}"


class Gold(models.Model):
    """The known answer of a task hidden among others."""

    task = models.OneToOneField(Task, on_delete=models.CASCADE, related_name="gold")
    regions = models.JSONField(default=list, blank=True)
    relations = models.JSONField(default=list, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"gold of {self.task_id}"
