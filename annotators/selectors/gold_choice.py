"""Which gold task or which of one's own tasks is mixed in next."""

import random
from collections.abc import Collection

from annotators.models import Repeat
from labeling.kernel.rows import fetch_all
from labeling.models import Project, User

CHOICE = 50
"""Drawn from so many: enough that people do not meet them in one order."""
APART = 20
"""Answers in between, so that nobody remembers."""
_HIDDEN = """
SELECT g.task_id FROM annotators_goldtask g
WHERE g.project_id = %s AND g.use = 'hidden' AND g.has_truth
AND (g.made_by_id IS NULL OR g.made_by_id <> %s)
AND NOT EXISTS (SELECT 1 FROM labeling_annotation a
                WHERE a.task_id = g.task_id AND a.annotator_id = %s)
AND NOT EXISTS (SELECT 1 FROM labeling_skip s WHERE s.task_id = g.task_id AND s.user_id = %s)
ORDER BY g.task_id LIMIT %s
"""
"""Written out: one call in twenty asks it, and building it cost as much as a whole call."""


def hidden_gold(
    project: Project, user: User, held: Collection[int], rng: random.Random
) -> int | None:
    """Return a gold task that the person has neither answered, skipped, holds nor made."""
    rows = fetch_all(_HIDDEN, [project.pk, user.pk, user.pk, user.pk, CHOICE + len(held)])
    found = [task_id for (task_id,) in rows if task_id not in held][:CHOICE]
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
