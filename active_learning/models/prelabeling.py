"""Pre-labelers as projects use them, and what they proposed before anybody weighed it."""

from django.db import models

from labeling.models import Project, Task
from labeling.models.task import BESIDE_PREFIX

PRELABEL_JOB = "active_learning.prelabel_tasks"
"""The job that runs them over the open tasks."""
TRY_JOB = "active_learning.try_prelabeler"
"""The job that tries one on a few tasks."""


class PrelabelerUse(models.Model):
    """One pre-labeler on one field of a project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="prelabeler_uses")
    prelabeler = models.CharField(max_length=64)
    field = models.CharField(max_length=100)
    is_on = models.BooleanField(default=False)
    places = models.JSONField(default=list, blank=True)
    """[{label, classes: {own class: class id}}], see `prelabelers.placing`."""
    options = models.JSONField(default=dict, blank=True)
    least = models.FloatField(default=0.3)
    """Probability below which no region is shown, once people have taught what it is."""
    revision = models.PositiveIntegerField(default=1)
    """Rises when the pre-labeler has to be asked anew: other options, another ontology."""
    is_stale = models.BooleanField(default=False)
    """Whether what is shown has to be composed anew from the raw proposals."""
    wrap = models.JSONField(null=True, blank=True)
    """What people's decisions taught, see `prelabelers.wrapping`."""
    votes = models.JSONField(null=True, blank=True)
    """Of labeling functions: how much each covers, contradicts, and weighs."""
    taught_until = models.PositiveBigIntegerField(default=0)
    """The newest annotation that was looked at for it."""
    trial = models.JSONField(null=True, blank=True)
    """The last try on a few tasks."""
    stopped = models.JSONField(null=True, blank=True)
    """Why it was switched off by the job: {code, detail, task}; it failed again and again."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "prelabeler", "field"], name="prelabeler_once_per_field"
            ),
        )

    def __str__(self) -> str:
        return f"{self.prelabeler} on {self.field} of {self.project_id}"

    @property
    def source(self) -> str:
        """The model version under which its predictions are stored."""
        return f"{BESIDE_PREFIX}{self.prelabeler}:{self.pk}"


class RawProposals(models.Model):
    """What a pre-labeler said of one task, as it said it; or why it said nothing."""

    use = models.ForeignKey(PrelabelerUse, on_delete=models.CASCADE, related_name="raw")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    """Of the use, when it was asked."""
    proposals = models.JSONField(default=list, blank=True)
    seconds = models.FloatField(default=0.0)
    fault = models.CharField(max_length=32, blank=True)
    detail = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["use", "task"], name="raw_proposals_once_per_task"),
        )
        indexes = (models.Index(fields=["use", "fault", "task"], name="raw_proposals_by_fault"),)

    def __str__(self) -> str:
        return f"raw proposals of use {self.use_id} for task {self.task_id}"
