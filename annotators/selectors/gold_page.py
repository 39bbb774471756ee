"""Gold as its page shows it: each truth, whence it comes, and how people did on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, Q, QuerySet

from annotators.models import GoldResult, GoldTask, GoldUse
from labeling.models import Gold
from labeling.policies import Access
from labeling.selectors.task_facts import ShownTask, show_tasks


@dataclass(frozen=True, slots=True)
class GoldRow:
    """One gold task; `credit` is null before anybody answered it."""

    gold: GoldTask
    shown: ShownTask
    answers: int
    credit: float | None
    truth: Mapping[str, Any] | None
    """The known answer: `answers`, and how many `marks`; None while an expert's is awaited."""


@dataclass(frozen=True, slots=True)
class GoldCounts:
    """How many there are of each sort, and how many answers were graded."""

    hidden: int
    exam: int
    retired: int
    waiting: int
    results: int
    credit: float | None


def gold_rows(access: Access, use: str) -> QuerySet[GoldTask]:
    """Return the gold of a project; `use` may name a use, or "waiting" for an expert."""
    rows = GoldTask.objects.filter(project=access.project).select_related("task", "made_by")
    if use == "waiting":
        return rows.filter(has_truth=False)
    if use in GoldUse.values:
        return rows.filter(use=use, has_truth=True)
    return rows


def shown_gold(access: Access, rows: list[GoldTask]) -> list[GoldRow]:
    """Gather what a page of gold shows, in a constant number of queries."""
    for row in rows:
        row.task.project = access.project
    shown = {one.task.pk: one for one in show_tasks(access, [row.task for row in rows])}
    results = {
        found["task"]: found
        for found in GoldResult.objects.filter(task__in=shown)
        .values("task")
        .annotate(n=Count("pk"), mean=Avg("credit"))
    }
    truths = {
        task: {"answers": answers, "marks": len(regions)}
        for task, answers, regions in Gold.objects.filter(task__in=shown).values_list(
            "task_id", "answers", "regions"
        )
    }
    nothing: dict[str, Any] = {"n": 0, "mean": None}
    return [
        GoldRow(
            row,
            shown[row.task_id],
            results.get(row.task_id, nothing)["n"],
            results.get(row.task_id, nothing)["mean"],
            truths.get(row.task_id),
        )
        for row in rows
    ]


def gold_counts(access: Access) -> GoldCounts:
    """Count what there is."""
    rows = GoldTask.objects.filter(project=access.project)
    found = rows.aggregate(
        **{
            use: Count("pk", filter=Q(use=use, has_truth=True))
            for use in ("hidden", "exam", "retired")
        },
        waiting=Count("pk", filter=Q(has_truth=False)),
    )
    graded = GoldResult.objects.filter(project=access.project).aggregate(
        results=Count("pk"), credit=Avg("credit")
    )
    return GoldCounts(**found, **graded)
