"""What people say to each other about one region of somebody's answer."""

from django.conf import settings
from django.db import models

from labeling.models.project import Project
from labeling.models.task import Task

MAX_REGION_ID = 64
MAX_TEXT = 4_000


class CommentThread(models.Model):
    """The talk about one region: by its id, which stays the same from draft to annotation."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="threads")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="threads")
    answer_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    """Whose answer the region belongs to: that person sees the thread, blind or not."""
    region = models.CharField(max_length=MAX_REGION_ID)
    is_resolved = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["task", "answer_of", "region"], name="one_thread_per_region"
            ),
        )
        indexes = (
            models.Index(fields=["project", "is_resolved", "task"], name="thread_by_project"),
        )

    def __str__(self) -> str:
        return f"thread about {self.region} of task {self.task_id}"


class Comment(models.Model):
    """One thing said."""

    thread = models.ForeignKey(CommentThread, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(max_length=MAX_TEXT)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.author_id} on {self.thread_id}"
