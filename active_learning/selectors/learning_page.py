"""Everything the learning page shows, from rows that the rounds left behind."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from active_learning.acquisition.seed_band import DEFAULT_BAND
from active_learning.models import ModelVersion, QueryRound, RoundState
from active_learning.models.query_round import ROUND_JOB
from active_learning.selectors.labelled import answered_by_model, answered_tasks, new_labels
from active_learning.selectors.stopping import advise
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.task_preview import preview_of
from labeling.kernel.clock import wire_time
from labeling.models import LIVE_STATES, Job, Project, TaskLabel
from labeling.policies import Access
from labeling.selectors.jobs import job_summary
from labeling.selectors.task_facts import show_tasks

BINS = 20
SHOWN_QUERY = 20
SHOWN_VERSIONS = 200


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the page is made of."""

    project: Project
    target: Target | None
    versions: list[ModelVersion]
    last: QueryRound | None
    job: Job | None


def learning_page(access: Access) -> dict[str, Any]:
    """Return the wire shape of GET learning/."""
    facts = _gather(access.project)
    balance = _balance(facts)
    last = facts.last
    labels, holdout = _label_counts(facts)
    return {
        "state": _state(facts),
        "target": _target(facts.target),
        "labels": labels,
        "holdout": holdout,
        "new_labels": new_labels(access.project, last.last_annotation if last else 0),
        "retrain_after": access.project.settings.retrain_after,
        "strategy": (last.strategy if last else "") or "typiclust",
        "curve": [_point(v) for v in reversed(facts.versions) if v.accuracy is not None],
        "histogram": _histogram(last),
        "balance": balance,
        "versions": [_version(version) for version in facts.versions],
        "query": _query(access, last),
        "note": last.note if last else None,
        "warnings": last.warnings if last else [],
        "failed": _failed(facts),
        "stop": advise(facts.versions, pool=_open_tasks(access.project)),
        "job": job_summary(facts.job).as_json() if facts.job else None,
    }


def _gather(project: Project) -> _Facts:
    versions = ModelVersion.objects.filter(project=project).order_by("-number")
    rounds = QueryRound.objects.filter(project=project, state=RoundState.DONE)
    job = project.jobs.filter(name=ROUND_JOB, state__in=LIVE_STATES).order_by("pk").first()
    return _Facts(
        project,
        learning_target(project),
        list(versions[:SHOWN_VERSIONS]),
        rounds.order_by("-pk").first(),
        job,
    )


def _state(facts: _Facts) -> str:
    if facts.target is None:
        return "off"
    if facts.job is not None:
        return "training"
    return "ready" if facts.versions else "cold"


def _target(target: Target | None) -> dict[str, Any] | None:
    if target is None:
        return None
    return {
        "label": target.label.id,
        "kind": target.kind,
        "classes": [{"id": c.id, "name": c.name, "color": c.color} for c in target.label.classes],
    }


def _label_counts(facts: _Facts) -> tuple[int, int]:
    """Count labelled tasks: those taught with, and those held out, which no model answers."""
    target = facts.target
    if target is not None and target.kind == "choice":
        named = _named(facts, target).exclude(task__in=answered_by_model(facts.project))
        counts = dict(
            named.values_list("task__is_holdout").annotate(n=Count("task", distinct=True))
        )
        return counts.get(False, 0), counts.get(True, 0)
    holdout = facts.project.tasks.filter(annotation_count__gt=0, is_holdout=True).count()
    return answered_tasks(facts.project) - holdout, holdout


def _named(facts: _Facts, target: Target) -> QuerySet[TaskLabel]:
    """Return what answers name of the classes there are: those of removed ones teach nothing."""
    return TaskLabel.objects.filter(
        project=facts.project, label=target.label.id, value__in=target.classes
    )


def _open_tasks(project: Project) -> bool:
    return project.tasks.filter(wants_labels=1, annotation_count=0).exists()


def _point(version: ModelVersion) -> dict[str, Any]:
    return {
        "labels": version.labels,
        "accuracy": version.accuracy,
        "low": version.low,
        "high": version.high,
        "model_version": version.number,
        "at": wire_time(version.created_at),
    }


def _version(version: ModelVersion) -> dict[str, Any]:
    return {
        "id": str(version.pk),
        "number": version.number,
        "created_at": wire_time(version.created_at),
        "labels": version.labels,
        "holdout": version.holdout,
        "accuracy": version.accuracy,
        "low": version.low,
        "high": version.high,
        "ece": version.ece,
        "seconds": version.seconds,
        "size_bytes": version.size_bytes,
        "active": version.is_active,
        "trigger": version.trigger,
    }


def _failed(facts: _Facts) -> dict[str, Any] | None:
    """Return why the newest round that ended failed, if it did; later ones make it history."""
    rounds = QueryRound.objects.filter(project=facts.project).exclude(state=RoundState.RUNNING)
    newest = rounds.order_by("-pk").first()
    if newest is None or newest.state != RoundState.FAILED or newest.finished_at is None:
        return None
    return {
        "code": newest.cause or "round_failed",
        "detail": newest.error,
        "at": wire_time(newest.finished_at),
    }


def _histogram(last: QueryRound | None) -> dict[str, Any] | None:
    if last is None or last.version_id is None:
        return None
    return {
        "edges": [round(edge / BINS, 4) for edge in range(BINS + 1)],
        "counts": last.histogram,
        "ambiguous": [DEFAULT_BAND.low, DEFAULT_BAND.high],
    }


def _balance(facts: _Facts) -> list[dict[str, Any]]:
    """Labelled tasks of each class beside what the model expects among the open ones."""
    if facts.target is None:
        return []
    rows = _named(facts, facts.target)
    labelled = Counter(rows.values_list("value", flat=True))
    by_model = rows.filter(task__in=answered_by_model(facts.project))
    labelled.subtract(by_model.values_list("value", flat=True))
    predicted = facts.last.predicted if facts.last else {}
    return [
        {"class": name, "labelled": labelled.get(name, 0), "predicted": predicted.get(name, 0)}
        for name in facts.target.classes
    ]


def _query(access: Access, last: QueryRound | None) -> list[dict[str, Any]]:
    """Return the picks nobody has answered yet, with something to recognise them by."""
    picks = {pick["task"]: pick for pick in (last.query if last else [])}
    waiting = access.project.tasks.filter(
        pk__in=list(picks)[: SHOWN_QUERY * 10], wants_labels=1, annotation_count=0
    )
    tasks = {task.pk: task for task in waiting}
    order = [tasks[task_id] for task_id in picks if task_id in tasks][:SHOWN_QUERY]
    return [
        {**picks[shown.task.pk], "task": str(shown.task.pk)} | preview_of(shown.task, shown.data)
        for shown in show_tasks(access, order)
    ]
