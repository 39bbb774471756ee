"""Where a project's tasks lie on the plane."""

from django.db import models

from labeling.models import Project


class EmbeddingMap(models.Model):
    """One drawing of a project's vectors; its file is never changed, a later one replaces it."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="embedding_maps")
    number = models.PositiveIntegerField()
    layout = models.CharField(max_length=16)
    """Of the vectors that it shows."""
    path = models.CharField(max_length=255)
    key = models.CharField(max_length=32)
    """Hash of the file, its ETag."""
    points = models.PositiveIntegerField()
    last_vector = models.PositiveBigIntegerField(default=0)
    """The newest vector it shows; later ones are missing from it."""
    seconds = models.FloatField(default=0.0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "number"], name="embedding_map_number_once_per_project"
            ),
        )

    def __str__(self) -> str:
        return f"map {self.number} of {self.project_id}"
