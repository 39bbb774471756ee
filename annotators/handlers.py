"""Reactions to new and changed answers, tasks and projects."""

from django.utils import timezone

from annotators.models import RoutingPlan
from annotators.services.follow_answer import follow_answer
from annotators.services.gold import adopt_imported
from annotators.services.quality import refresh_task_agreement
from labeling.events import AnnotationChanged, AnnotationSubmitted, ProjectCreated, TasksCreated
from labeling.models import Project, Task


def judge_task(event: AnnotationSubmitted | AnnotationChanged) -> None:
    """Keep a task's agreement current; a single opinion has none, and submitting it costs nothing.

    Where answers were taken back and one or none is left, what they agreed on is gone too.
    """
    if isinstance(event, AnnotationSubmitted) and event.answers < 2:
        return
    task = Task.objects.select_related("project").filter(pk=event.task_id).first()
    if task is not None and (task.annotation_count > 1 or task.agreement is not None):
        refresh_task_agreement(project=task.project, task=task)


def route_task(event: AnnotationSubmitted | AnnotationChanged) -> None:
    """Grade it if it is gold, and decide whether the task wants one opinion more."""
    # An edited answer may be one of several, or gold: both are asked again.
    answers = event.answers if isinstance(event, AnnotationSubmitted) else 2
    follow_answer(
        project_id=event.project_id,
        task_id=event.task_id,
        annotation_id=event.annotation_id,
        answers=answers,
        now=timezone.now(),
    )


def plan_new_project(event: ProjectCreated) -> None:
    """Give a project a plan of its own, so that one statement finds it."""
    RoutingPlan.objects.get_or_create(project_id=event.project_id)


def note_imported_gold(event: TasksCreated) -> None:
    """Take truths that an import brought along for gold."""
    project = Project.objects.filter(pk=event.project_id).first()
    if project is not None:
        adopt_imported(project=project)
