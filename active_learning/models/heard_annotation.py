"""Which of our annotations stands for one that another tool's server told of."""

from django.db import models

from labeling.models import Annotation, Project


class HeardAnnotation(models.Model):
    """An annotation of a Label Studio server, by its number there."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    theirs = models.CharField(max_length=64)
    """`<their project>:<their annotation>`."""
    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["project", "theirs"], name="heard_annotation_once"),
        )

    def __str__(self) -> str:
        return f"{self.theirs} is annotation {self.annotation_id}"
