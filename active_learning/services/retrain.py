"""Decides when the next round is due, and watches for labels that make one so."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import F, Max

from active_learning.models import QueryRound, RoundState
from active_learning.models.query_round import ROUND_JOB
from active_learning.selectors.labelled import new_labels
from active_learning.selectors.target import learning_target
from active_learning.services.relink import relink_when_due
from labeling.kernel.jobs import enqueue
from labeling.models import Annotation, Project

EMBED_JOB = "active_learning.embed"
MOST_FAILURES = 12
LONGEST_WAIT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Due:
    """Whether a round should start, and why; else when time alone will make it due, if ever."""

    trigger: str = ""
    later: datetime | None = None


def round_due(*, project: Project, now: datetime) -> Due:
    """Say whether a round is due: after enough labels, or one label and enough time.

    An answer that the last round was taught and that was changed or taken back since counts as a
    new label does.
    """
    policy = project.settings
    rounds = list(QueryRound.objects.filter(project=project).order_by("-pk")[:MOST_FAILURES])
    failed = list(takewhile(lambda item: item.state == RoundState.FAILED, rounds))
    last = next(iter(rounds[len(failed) :]), None)
    seen = last.last_annotation if last else 0
    fresh = new_labels(project, seen, most=policy.retrain_after) + (last.changed if last else 0)
    if fresh == 0:
        return Due()
    wait = timedelta(seconds=policy.retrain_seconds)
    if failed:
        # What failed may fail again: ask ever more seldom, and not at each label.
        again = failed[0].started_at + min(wait * 2 ** (len(failed) - 1), LONGEST_WAIT)
        return Due("again") if now >= again else Due(later=again)
    if fresh >= policy.retrain_after:
        return Due("labels")
    if last is None:
        return Due()
    at = last.started_at + wait
    return Due("time") if now >= at else Due(later=at)


def retrain_when_due(*, project: Project, now: datetime) -> int | None:
    """Enqueue a round if one is due.

    Waiting rounds are one per project (the job's key) and running ones too (the database), so
    asking often starts nothing twice.
    """
    due = round_due(project=project, now=now)
    if not due.trigger or learning_target(project) is None:
        return None
    return enqueue_round(project=project, trigger=due.trigger)


def count_changed_answer(*, project_id: int, annotation_id: int) -> None:
    """Note that an answer which the last round was taught is another one now, or none."""
    last = QueryRound.objects.filter(project=project_id).order_by("-pk").first()
    if last is not None and last.last_annotation >= annotation_id:
        QueryRound.objects.filter(pk=last.pk).update(changed=F("changed") + 1)


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
    """Notices new and changed labels by their rows, so that submitting costs the web nothing.

    A project whose labels make no round due yet is looked at again when time makes it so, which
    lets a round start `retrain_seconds` after the last label of a quiet evening.
    """

    def __init__(self) -> None:
        self._seen = 0
        self._changed: dict[int, int] = {}
        self._later: dict[int, datetime] = {}

    def look(self, *, now: datetime) -> None:
        """Start the rounds that are due."""
        newest = (
            Annotation.objects.filter(pk__gt=self._seen)
            .values_list("project")
            .annotate(newest=Max("pk"))
            .order_by()
        )
        labelled = dict(newest)
        self._seen = max(labelled.values(), default=self._seen)
        due = {project for project, at in self._later.items() if at <= now}
        for project in Project.objects.filter(pk__in=labelled.keys() | self._altered() | due):
            relink_when_due(project=project)
            self._ask(project, now)

    def _altered(self) -> set[int]:
        """Return the projects in which answers were changed since the last look."""
        rows = QueryRound.objects.filter(changed__gt=0).values_list("project", "changed")
        known, self._changed = self._changed, dict(rows)
        return {project for project, count in self._changed.items() if count != known.get(project)}

    def _ask(self, project: Project, now: datetime) -> None:
        self._later.pop(project.pk, None)
        due = round_due(project=project, now=now)
        if due.trigger:
            retrain_when_due(project=project, now=now)
        elif due.later is not None:
            self._later[project.pk] = due.later
