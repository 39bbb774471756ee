"""Copies into the rows that routes read what the facts about people say, and decides what is open.

Comes after `refresh_facts`; between two settlings, votes are weighed by what was known at the last.
"""

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Any

import numpy as np
from django.db.models import Avg

from annotators.aggregation.with_model import believed
from annotators.models import (
    AnnotatorFacts,
    BeliefState,
    Consensus,
    RoutingPlan,
    Standing,
    TaskBelief,
)
from annotators.selectors.out_of_sample import blind_predictions
from annotators.selectors.plans import plan_of
from annotators.services.decide_opinions import decide_opinions
from annotators.services.pauses import pause_where_low
from annotators.services.tempers import learn_tempers
from labeling.models import Project, Task
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.selectors.ontologies import ontology_of

MOST_AT_ONCE = 5000
LEAST_MODEL = 30
"""Tasks on which people and the model met, below which the model counts for nothing."""


def settle_routing(
    *, project: Project, now: datetime, tell: Callable[[int, int], None] | None = None
) -> None:
    """Write standings and the crowd, pause who is surely below the mark, decide on open tasks."""
    rows = list(AnnotatorFacts.objects.filter(project=project))
    plan = plan_of(project)
    interest = _interest(project)
    for row in rows:
        Standing.objects.update_or_create(
            project=project,
            user_id=row.user_id,
            defaults={
                "right": row.right,
                "answered": row.answered,
                "by_class": _by_class(row),
                "seconds": row.seconds,
                "interest": interest.get(row.user_id),
            },
        )
    crowd = _crowd(project, rows, interest)
    RoutingPlan.objects.update_or_create(
        project=project,
        defaults={
            "crowd": crowd,
            "steepness": _steepness(project) if plan.counts_model else {},
            "settled_answers": project.annotations.exclude(origin=ACCEPTED_ORIGIN).count(),
        },
    )
    plan = plan_of(project)
    for row in rows:
        pause_where_low(project=project, plan=plan, facts=row, now=now)
    _decide_open(project, plan, now, tell)


def _by_class(row: AnnotatorFacts) -> dict[str, dict[str, list[float]]]:
    """Right and seen, by label and true class."""
    return {
        label["label"]: {
            one["class"]: [round(one["value"] * one["n"], 2), round(one["n"], 2)]
            for one in label["classes"]
            if one["n"] > 0
        }
        for label in row.detail.get("labels", [])
        if label.get("classes")
    }


def _interest(project: Project) -> dict[int, float]:
    """Mean doubt of the model about what each person answered."""
    rows = (
        project.annotations.filter(task__uncertainty__isnull=False)
        .exclude(origin=ACCEPTED_ORIGIN)
        .values("annotator")
        .annotate(mean=Avg("task__uncertainty"))
    )
    return {row["annotator"]: row["mean"] for row in rows}


def _crowd(
    project: Project, rows: list[AnnotatorFacts], interest: dict[int, float]
) -> dict[str, Any]:
    classes: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(
        lambda: defaultdict(lambda: [0.0, 0.0])
    )
    for row in rows:
        for label, found in _by_class(row).items():
            for name, (right, seen) in found.items():
                classes[label][name][0] += right
                classes[label][name][1] += seen
    seconds = [row.seconds for row in rows if row.seconds]
    shares = _shares(project)
    return {
        "temper": learn_tempers(project=project, shares=shares),
        "right": round(sum(row.right for row in rows), 2),
        "answered": round(sum(row.answered for row in rows), 2),
        "by_class": {label: dict(found) for label, found in classes.items()},
        "shares": shares,
        "seconds": float(np.median(seconds)) if seconds else None,
        "interest": sum(interest.values()) / len(interest) if interest else None,
    }


def _shares(project: Project) -> dict[str, dict[str, float]]:
    """Tasks by class, of what the crowd says: what to expect before any vote."""
    found: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    kinds = {label.id for label in ontology_of(project).labels if label.kind == "choice"}
    rows = Consensus.objects.filter(project=project, label__in=kinds)
    for label, value, confidence in rows.values_list("label", "value", "confidence"):
        found[label][value] += confidence
    return {label: dict(counts) for label, counts in found.items()}


def _steepness(project: Project) -> dict[str, float]:
    """Label id → how far people bear the model out, where they met often enough to tell."""
    found = {}
    for label in ontology_of(project).labels:
        if label.kind != "choice":
            continue
        classes = [class_.id for class_ in label.classes]
        said = blind_predictions(project, label.id)
        rows = Consensus.objects.filter(
            project=project, label=label.id, task__in=said, n_votes__gte=2
        )
        pairs = [
            ([row.reasons["posterior"].get(c, 1e-3) for c in classes], said[row.task_id][1])
            for row in rows
        ]
        if len(pairs) >= LEAST_MODEL:
            people = np.asarray([one for one, _ in pairs])
            model = np.log(
                np.asarray([[max(p.get(c, 0.0), 1e-6) for c in classes] for _, p in pairs])
            )
            people /= people.sum(1, keepdims=True)
            found[label.id] = _slope(believed(people, model), model)
    return found


def _slope(evidence: np.ndarray[Any, Any], model: np.ndarray[Any, Any]) -> float:
    """Return the steepness that `believed` chose: its evidence is the model's times it."""
    centred = model - np.log(np.exp(model).mean(0))
    return float((evidence * centred).sum() / (centred**2).sum())


def _decide_open(
    project: Project,
    plan: RoutingPlan,
    now: datetime,
    tell: Callable[[int, int], None] | None,
) -> None:
    """Decide on what a crash left undecided, and anew on what is nearest to being sure."""
    if plan.most is None and project.settings.overlap < 2:
        return
    voted = project.tasks.filter(annotation_count__gt=0)
    lost = voted.filter(belief__isnull=True).order_by("-pk").values_list("pk", flat=True)
    asking = TaskBelief.objects.filter(project=project, state=BeliefState.ASKING)
    nearest = asking.order_by("-confidence").values_list("task_id", flat=True)
    pks = [*lost[:MOST_AT_ONCE], *nearest[:MOST_AT_ONCE]]
    for done, pk in enumerate(pks):
        if tell and not done % 200:
            tell(done, len(pks))
        task = Task.objects.get(pk=pk)
        decide_opinions(project=project, plan=plan, task=task, now=now)
