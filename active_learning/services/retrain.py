"""Decides when the next round is due, and watches for labels that make one so."""

from datetime import datetime, timedelta

from django.db.models import Max

from active_learning.models import QueryRound
from active_learning.models.query_round import ROUND_JOB
from active_learning.selectors.labelled import new_labels
from active_learning.selectors.target import learning_target
from active_learning.services.relink import relink_when_due
from labeling.kernel.jobs import enqueue
from labeling.models import Annotation, Project

EMBED_JOB = "active_learning.embed"
LOOK_AGAIN = timedelta(seconds=10)


def retrain_when_due(*, project: Project, now: datetime) -> int | None:
    """Enqueue a round after `retrain_after` new labels, or one label and `retrain_seconds`.

    Waiting rounds are one per project (the job's key) and running ones too (the database), so
    asking often starts nothing twice.
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


class LabelWatch:
    """Notices new labels by their ids, so that submitting one costs the web process nothing.

    Projects with labels that make no round due yet are asked again every `LOOK_AGAIN`, which is
    what lets a round start `retrain_seconds` after the last label of a quiet evening.
    """

    def __init__(self) -> None:
        self._seen = 0
        self._waiting: set[int] = set()
        self._looked_at: datetime | None = None

    def look(self, *, now: datetime) -> None:
        """Start the rounds that are due."""
        newest = (
            Annotation.objects.filter(pk__gt=self._seen)
            .values_list("project")
            .annotate(newest=Max("pk"))
            .order_by()
        )
        changed = dict(newest)
        self._seen = max(changed.values(), default=self._seen)
        if self._looked_at is None or now - self._looked_at >= LOOK_AGAIN:
            self._looked_at = now
            changed |= dict.fromkeys(self._waiting, 0)
        for project in Project.objects.filter(pk__in=changed):
            relink_when_due(project=project)
            if retrain_when_due(project=project, now=now) is None:
                self._waiting.add(project.pk)
            else:
                self._waiting.discard(project.pk)
