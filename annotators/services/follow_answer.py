"""What an answer sets going: a truth, a grade, a decision on its task, a new settling."""

from datetime import datetime

from annotators.models import RoutingPlan
from annotators.selectors.plans import plan_of, watch
from annotators.services.decide_opinions import decide_opinions
from annotators.services.gold import grade_answers, make_gold_of_annotation
from annotators.services.refresh import refresh_soon
from labeling.models import Annotation, Membership, Project, Role, Task
from labeling.policies import Access, Action

LOOK_EVERY = 20
"""Answers after which it is asked whether abilities should be worked out anew."""
GROWN = 0.1
"""Share of more answers that makes it worth while."""


def follow_answer(
    *, project_id: int, task_id: int, annotation_id: int, answers: int, now: datetime
) -> None:
    """Do what the answer calls for; of one opinion that nothing hangs on, that is nothing."""
    seen = watch(project_id, task_id)
    adds_up = answers > 1 or seen.most is not None
    if not (adds_up or seen.is_gold or seen.waits_for_truth):
        return
    task = Task.objects.select_related("project").filter(pk=task_id).first()
    if task is None:
        return
    project = task.project
    annotation = Annotation.objects.select_related("annotator").filter(pk=annotation_id).first()
    if annotation is not None and seen.waits_for_truth:
        _vouch(project, annotation, now)
    elif annotation is not None and seen.is_gold:
        grade_answers(project=project, task_id=task_id, annotations=[annotation])
    if adds_up:
        plan = plan_of(project)
        decide_opinions(project=project, plan=plan, task=task, now=now)
        _settle_when_due(project, plan, annotation_id)


def _vouch(project: Project, annotation: Annotation, now: datetime) -> None:
    """An expert's answer to a drawn task is its truth; anybody else's is an answer."""
    member = Membership.objects.filter(project=project, user=annotation.annotator).first()
    if member is None:
        return
    access = Access(annotation.annotator, project, Role(member.role))
    if access.may(Action.REVIEW):
        make_gold_of_annotation(access=access, annotation=annotation, now=now)


def _settle_when_due(project: Project, plan: RoutingPlan, annotation_id: int) -> None:
    if annotation_id % LOOK_EVERY:
        return
    known = plan.settled_answers
    if project.annotations.count() >= known + max(LOOK_EVERY, GROWN * known):
        refresh_soon(project=project)
