"""Which gold task or which of one's own tasks is mixed in next."""

import random
from collections.abc import Collection

from django.db.models import Exists, OuterRef

from annotators.models import GoldTask, GoldUse, Repeat
from labeling.models import Annotation, Project, Skip, User

CHOICE = 50
"""Drawn from so many: enough that people do not meet them in one order."""
APART = 20
"""Answers in between, so that nobody remembers."""


def hidden_gold(
    project: Project, user: User, held: Collection[int], rng: random.Random
) -> int | None:
    """Return a gold task that the person has neither answered, skipped, holds nor made."""
    answered = Annotation.objects.filter(task=OuterRef("task_id"), annotator=user)
    skipped = Skip.objects.filter(task=OuterRef("task_id"), user=user)
    rows = (
        GoldTask.objects.filter(project=project, use=GoldUse.HIDDEN, has_truth=True)
        .filter(~Exists(answered), ~Exists(skipped))
        .exclude(task__in=held)
        .order_by("task_id")
    )
    others = rows.exclude(made_by=user) | rows.filter(made_by=None)
    found = list(others.values_list("task_id", flat=True)[:CHOICE])
    return rng.choice(found) if found else None


def own_task_again(
    project: Project, user: User, held: Collection[int], rng: random.Random
) -> int | None:
    """Return a task that the person answered a while ago and was not asked again."""
    own = project.annotations.filter(annotator=user, slot=0).order_by("-pk")
    last = list(own.values_list("task_id", flat=True)[: APART + CHOICE])
    before = last[APART:]
    again = Repeat.objects.filter(project=project, user=user, task__in=before)
    asked = set(again.values_list("task_id", flat=True)) | set(held)
    found = [task for task in before if task not in asked]
    return rng.choice(found) if found else None
