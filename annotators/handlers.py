"""Reactions to new and changed answers."""

from annotators.services.quality import refresh_task_agreement
from labeling.events import AnnotationChanged, AnnotationSubmitted
from labeling.models import Task


def judge_task(event: AnnotationSubmitted | AnnotationChanged) -> None:
    """Keep a task's agreement current; a single opinion has none, and submitting it costs nothing.

    Where answers were taken back and one or none is left, what they agreed on is gone too.
    """
    if isinstance(event, AnnotationSubmitted) and event.answers < 2:
        return
    task = Task.objects.select_related("project").filter(pk=event.task_id).first()
    if task is not None and (task.annotation_count > 1 or task.agreement is not None):
        refresh_task_agreement(project=task.project, task=task)
