"""What a reader made of a task, computed once: windows of a sound, cells of a picture."""

from django.db import models

from labeling.models import Project, Task


class KeptInput(models.Model):
    """One task as the learner of a kind of region reads it.

    `reader` names the reader and its weights: inputs of another are never mixed in.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="+")
    reader = models.CharField(max_length=64)
    content = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["task", "reader"], name="one_input_per_task_reader"),
        )

    def __str__(self) -> str:
        return f"{self.reader} of {self.task_id}"
