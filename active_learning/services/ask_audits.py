"""Asks people for random labels next: waiting hold-out tasks come to the top of the queue."""

import numpy as np

from labeling.kernel.errors import Conflict
from labeling.models import Project
from labeling.policies import Access
from labeling.services.event_log import log_event
from labeling.services.learned_facts import CHUNK, LearnedPriority, write_priorities

__all__ = ["ask_audits"]

LATEST, FIRST = 0.95, 1.0


def ask_audits(*, access: Access, count: int) -> int:
    """Put up to `count` hold-out tasks on top, drawn at random, and return how many there were."""
    waiting = _waiting(access.project)
    if not waiting:
        raise Conflict(
            "Every hold-out task has been answered or is being answered. A larger share of the "
            "tasks imported next can be held out: settings, learning.",
            code="no_holdout_left",
        )
    rng = np.random.default_rng()
    drawn = rng.permutation(waiting)[:count].tolist()
    places = np.linspace(FIRST, LATEST, len(drawn)).tolist()
    for start in range(0, len(drawn), CHUNK):
        pairs = zip(drawn[start : start + CHUNK], places[start : start + CHUNK], strict=True)
        write_priorities(
            project=access.project, priorities=[LearnedPriority(*pair) for pair in pairs]
        )
    log_event(
        project_id=access.project.pk,
        type="acceptance",
        data={"what": "asked", "tasks": len(drawn)},
        actor_id=access.user.pk,
    )
    return len(drawn)


def _waiting(project: Project) -> list[int]:
    rows = project.tasks.filter(is_holdout=True, wants_labels=1, annotation_count=0, skip_count=0)
    return list(rows.order_by("pk").values_list("pk", flat=True))
