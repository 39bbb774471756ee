"""The vector of a task, computed once."""

from django.db import models

from labeling.models import Project, Task


class Embedding(models.Model):
    """All embedded fields of a task as one vector of float16.

    `layout` names the fields and the weights of their encoders: vectors of another layout are
    never mixed in.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="embeddings")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="embeddings")
    layout = models.CharField(max_length=16)
    vector = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["task", "layout"], name="one_vector_per_task_layout"),
        )
        indexes = (models.Index(fields=["project", "layout", "task"], name="vector_by_project"),)

    def __str__(self) -> str:
        return f"{self.layout} of {self.task_id}"
