"""Immutable weights of a project's learned linker, and the links that they were fitted on."""

from django.db import models

from labeling.models import Project


class LinkerVersion(models.Model):
    """One fitted linker; the newest of a project is the one in use."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="linker_versions")
    key = models.CharField(max_length=32, blank=True)
    """Hash of the weights' file, under which the serving process knows it; empty where the links
    up to `last_annotation` taught nothing."""
    path = models.CharField(max_length=255, blank=True)
    size_bytes = models.PositiveBigIntegerField()
    links = models.PositiveIntegerField()
    last_annotation = models.PositiveBigIntegerField(default=0)
    """Newer annotations may hold links that it does not know."""
    seconds = models.FloatField(default=0.0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["project", "-id"], name="newest_linker_of_project"),)

    def __str__(self) -> str:
        return f"linker of {self.project_id}, {self.links} links"
