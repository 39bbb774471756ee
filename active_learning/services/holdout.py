"""Draws the tasks that are kept out of training, and are answered without a suggestion."""

import random
from collections.abc import Sequence

from labeling.models import Project, Task
from labeling.services.learned_facts import mark_holdout

__all__ = ["draw_holdout"]


def draw_holdout(*, project: Project, tasks: Sequence[Task]) -> None:
    """Keep a random share of the tasks out of training.

    The draw depends on nothing but the task's id: no strategy and nobody's labels can lean on it,
    and drawing again gives the same tasks.
    """
    share = project.settings.holdout_share
    new = [
        task.pk
        for task in tasks
        if not task.is_holdout and random.Random(f"holdout:{task.pk}").random() < share
    ]
    if new:
        mark_holdout(project=project, task_ids=new)
