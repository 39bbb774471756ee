"""Labels that predictions speak against, and the searches that found them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from labeling.models import Annotation, AnnotationState, Job, Project, Task

SEARCH_JOB = "active_learning.find_label_errors"
"""The job that searches."""


class FindingState(models.TextChoices):
    """What a person said to it."""

    OPEN = "open"
    KEPT = "kept"
    FIXED = "fixed"


class LabelErrorSearch(models.Model):
    """One pass over all annotations of a project; the newest one's findings are shown."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="label_error_searches"
    )
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    label = models.CharField(max_length=100)
    ontology_number = models.PositiveIntegerField()
    last_annotation = models.PositiveBigIntegerField()
    """The newest annotation it saw."""
    annotations = models.PositiveIntegerField()
    """How many it judged."""
    found = models.PositiveIntegerField()
    source = models.CharField(max_length=16)
    """"cross_fitting": by models that were not taught the label; "predictions": by those shown."""
    seconds = models.FloatField(default=0.0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["project", "-id"], name="newest_error_search"),)

    def __str__(self) -> str:
        return f"search {self.pk} of {self.project_id}"


class LabelFinding(models.Model):
    """One doubtful place of one annotation, at the revision that was judged."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="label_findings")
    search = models.ForeignKey(LabelErrorSearch, on_delete=models.CASCADE, related_name="findings")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="+")
    annotation = models.ForeignKey(
        Annotation, on_delete=models.CASCADE, related_name="label_findings"
    )
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    """"class", "missing", "spurious" or "extent"."""
    label = models.CharField(max_length=100)
    given = models.CharField(max_length=100, blank=True)
    suggested = models.CharField(max_length=100, blank=True)
    """Class ids; empty is none."""
    region = models.CharField(max_length=100, blank=True)
    """Id of the region in doubt, where regions are the answer and one is there."""
    place = models.JSONField(null=True, blank=True)
    """Geometry that is suggested, where regions are the answer."""
    score = models.FloatField()
    """How well the given label stands, in [0, 1]; small is doubtful."""
    probability = models.FloatField()
    """Of what is suggested."""
    own_probability = models.FloatField(null=True, blank=True)
    """Of what was given."""
    state = models.CharField(max_length=8, choices=FindingState.choices, default=FindingState.OPEN)
    state_before = models.CharField(max_length=16, choices=AnnotationState.choices, blank=True)
    """The annotation's state before the fix, for undoing it."""
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(score__gte=0, score__lte=1), name="finding_score_is_a_share"
            ),
        )
        indexes = (
            models.Index(fields=["project", "state", "score", "id"], name="finding_worst_first"),
        )

    def __str__(self) -> str:
        return f"{self.kind} in annotation {self.annotation_id}"
