"""Decides when the next round is due; cheap enough to ask at every label."""

from datetime import datetime, timedelta

from active_learning.models import QueryRound
from active_learning.models.query_round import ROUND_JOB
from active_learning.selectors.labelled import new_labels
from active_learning.selectors.target import learning_target
from labeling.kernel.jobs import enqueue
from labeling.models import Project

EMBED_JOB = "active_learning.embed"


def retrain_when_due(*, project: Project, now: datetime) -> int | None:
    """Enqueue a round after `retrain_after` new labels, or one label and `retrain_seconds`.

    Waiting rounds are one per project (the job's key) and running ones too (the database), so
    asking often costs two indexed queries and starts nothing twice.
    """
    policy = project.settings
    last = QueryRound.objects.filter(project=project).order_by("-pk").first()
    seen = last.last_annotation if last else 0
    fresh = new_labels(project, seen, most=policy.retrain_after)
    if fresh == 0:
        return None
    if fresh >= policy.retrain_after:
        trigger = "labels"
    elif last and now - last.started_at >= timedelta(seconds=policy.retrain_seconds):
        trigger = "time"
    else:
        return None
    if learning_target(project) is None:
        return None
    return enqueue_round(project=project, trigger=trigger)


def enqueue_round(
    *, project: Project, trigger: str, user_id: int | None = None, rank_only: bool = False
) -> int:
    """Enqueue training and ranking, or ranking alone, once while one waits."""
    return enqueue(
        ROUND_JOB,
        project_id=project.pk,
        created_by_id=user_id,
        kwargs={"project_id": project.pk, "trigger": trigger, "rank_only": rank_only},
        unique=f"round:{project.pk}:{'rank' if rank_only else 'train'}",
    )


def enqueue_embedding(*, project: Project) -> int | None:
    """Enqueue the vectors of new tasks, where something can be learned from them."""
    if learning_target(project) is None:
        return None
    return enqueue(
        EMBED_JOB,
        project_id=project.pk,
        kwargs={"project_id": project.pk},
        unique=f"embed:{project.pk}",
    )
