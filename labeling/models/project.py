"""A project: one ontology with its versions, one policy, and its tasks."""

from django.conf import settings
from django.db import models

from labeling.models.policy import ProjectPolicy


class Project(models.Model):
    """The owner of everything below; every query for a task or an asset enters through it."""

    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    guidelines = models.TextField(blank=True)
    policy = models.JSONField(default=dict, blank=True)
    """Overlap, lease time, review, order ...: called `settings` on the wire."""
    ontology_number = models.PositiveIntegerField(default=1)
    model_version = models.CharField(max_length=128, blank=True)
    """Whose predictions are shown, sorted and filtered by; empty: none yet."""
    revision = models.PositiveIntegerField(default=1)
    is_demo = models.BooleanField(default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name

    @property
    def settings(self) -> ProjectPolicy:
        """The policy, with defaults for what was never set."""
        return ProjectPolicy.read(self.policy)


class OntologyVersion(models.Model):
    """An immutable label schema; a change makes the next number."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="ontologies")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "number"], name="ontology_number_once_per_project"
            ),
        )

    def __str__(self) -> str:
        return f"{self.project_id} v{self.number}"
