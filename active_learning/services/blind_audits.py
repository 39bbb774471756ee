"""Gives tasks to people blind: on top of the queue, without what any model says of them."""

from collections.abc import Sequence

import numpy as np
from django.db.models import F

from active_learning.models.model_version import NAME_PREFIX
from labeling.models import Project, TaskState
from labeling.models.task import BESIDE_PREFIX
from labeling.services.accepted_facts import hide_predictions
from labeling.services.learned_facts import LearnedPriority, write_priorities

__all__ = ["hand_out_blind"]

AMONG = (0.9, 1.0)
"""Audits are strewn among the picks of the query, so that nobody's next hour is audits only."""


def hand_out_blind(
    *, project: Project, task_ids: Sequence[int], rng: np.random.Generator
) -> list[int]:
    """Put the open ones of these tasks before people, and return which these are."""
    rows = project.tasks.filter(
        pk__in=task_ids, state=TaskState.OPEN, annotation_count=0, open_places=F("overlap")
    )
    blind = list(rows.order_by("pk").values_list("pk", flat=True))
    if blind:
        for made_by in (NAME_PREFIX, BESIDE_PREFIX):
            hide_predictions(project=project, task_ids=blind, made_by=made_by)
        places = rng.uniform(*AMONG, len(blind)).tolist()
        write_priorities(
            project=project,
            priorities=[LearnedPriority(*pair) for pair in zip(blind, places, strict=True)],
        )
    return blind
