"""Who was shown a pre-label and who was not, drawn by lot: what tells whether it sways people."""

from django.conf import settings
from django.db import models

from labeling.models.project import Project
from labeling.models.task import Task


class PrelabelDraw(models.Model):
    """The lot of one task in one person's hand; kept from its first hand-out on."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="prelabel_draws")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="prelabel_draws")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="prelabel_draws"
    )
    is_hidden = models.BooleanField()
    share = models.FloatField()
    """With which chance it was hidden."""
    model_version = models.CharField(max_length=128, blank=True)
    said = models.JSONField(default=dict)
    """What the pre-label was, by label: predictions are replaced later."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["task", "user"], name="one_draw_per_task_and_user"),
        )

    def __str__(self) -> str:
        return f"draw of {self.task_id} for {self.user_id}"
