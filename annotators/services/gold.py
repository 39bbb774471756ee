"""Gold: made from an answer, promoted from unanimous tasks, drawn by chance for an expert."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from annotators.models import GoldOrigin, GoldResult, GoldTask, GoldUse
from annotators.selectors.gold_candidates import unanimous_tasks
from annotators.services.drawing import drawn_from
from annotators.services.gold_grading import graded, truth_of
from labeling.kernel.errors import BadInput, Conflict, NotFound
from labeling.models import Annotation, Gold, Lease, Project, Task, User
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.models.task import EXTRA
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.answer_checks import checked_answer
from labeling.services.drafts import AnswerContent
from labeling.services.leases import reserve
from labeling.services.statements import stop_asking
from labeling.services.submit_annotation import submit_annotation

MOST_AT_ONCE = 500
CHUNK = 5_000


@dataclass(frozen=True, slots=True)
class _Truth:
    content: Mapping[str, Any]
    origin: GoldOrigin
    explanation: str | None = None


@transaction.atomic
def make_gold(
    *,
    access: Access,
    task: Task,
    content: Mapping[str, Any],
    now: datetime,
    explanation: str | None = None,
) -> GoldTask:
    """State the truth of a task, checked as an answer is; answers so far are graded by it."""
    checked = checked_answer(
        access=access,
        task=task,
        ontology=ontology_of(access.project),
        content=AnswerContent(
            regions=list(content.get("regions", [])),
            relations=list(content.get("relations", [])),
            answers=dict(content.get("answers", {})),
        ),
    )
    truth = _Truth(checked.as_json(), GoldOrigin.MADE, explanation)
    return _store(project=access.project, user=access.user, task=task, truth=truth, now=now)


@transaction.atomic
def make_gold_of_annotation(*, access: Access, annotation: Annotation, now: datetime) -> GoldTask:
    """Hold one person's answer to be the truth."""
    truth = _Truth(_content_of(annotation), GoldOrigin.MADE)
    return _store(
        project=access.project, user=access.user, task=annotation.task, truth=truth, now=now
    )


def promote_unanimous(*, access: Access, least: int, count: int, now: datetime) -> list[int]:
    """Make gold of tasks on which at least `least` people said the same; return which."""
    if not 2 <= least <= 100 or not 1 <= count <= MOST_AT_ONCE:
        raise BadInput(f"Promote 1 to {MOST_AT_ONCE} tasks with 2 or more answers each.")
    found = unanimous_tasks(access.project, least, count)
    for annotation in found:
        truth = _Truth(_content_of(annotation), GoldOrigin.PROMOTED)
        with transaction.atomic():
            _store(project=access.project, user=None, task=annotation.task, truth=truth, now=now)
    return [annotation.task_id for annotation in found]


@transaction.atomic
def draw_gold(*, access: Access, count: int, rng: random.Random) -> list[int]:
    """Draw tasks by chance, whatever their state; an expert's answer becomes their truth.

    Only chance makes what gold says of people hold for all tasks: promoted tasks are the easy ones.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise BadInput(f"count: from 1 to {MOST_AT_ONCE}.")
    free = access.project.tasks.filter(gold__isnull=True, gold_task__isnull=True)
    ids = free.order_by("pk").values_list("pk", flat=True)
    drawn = drawn_from(ids.iterator(chunk_size=CHUNK), count, rng)
    GoldTask.objects.bulk_create(
        GoldTask(project=access.project, task_id=pk, origin=GoldOrigin.DRAWN, has_truth=False)
        for pk in drawn
    )
    return drawn


@transaction.atomic
def hold_drawn(*, access: Access, task: Task, now: datetime) -> Lease | None:
    """Let an expert answer a drawn task beyond its overlap; None where their answer was there."""
    row = GoldTask.objects.filter(project=access.project, task=task, has_truth=False).first()
    if row is None:
        raise Conflict("This task is not waiting for an expert's answer.", code="not_waiting")
    own = task.annotations.filter(annotator=access.user).first()
    if own is not None:
        make_gold_of_annotation(access=access, annotation=own, now=now)
        return None
    held = task.leases.filter(user=access.user).first()
    return held or reserve(task=task, user=access.user, now=now, aside=EXTRA)


@transaction.atomic
def change_gold(
    *,
    access: Access,
    task_ids: Collection[int],
    use: GoldUse | None,
    explanation: str | None,
    now: datetime,
) -> int:
    """Say what gold tasks are for; those of an exam want no further opinions in the queue."""
    rows = GoldTask.objects.filter(project=access.project, task__in=task_ids)
    changes: dict[str, Any] = {}
    if use is not None:
        changes["use"] = use
    if explanation is not None:
        changes["explanation"] = explanation
    changed = rows.update(**changes) if changes else 0
    if use == GoldUse.EXAM:
        for row in rows.filter(has_truth=True).select_related("task__gold"):
            _close(access, row, now)
    return changed


def _close(access: Access, row: GoldTask, now: datetime) -> None:
    """Take a task out of the queue; one that nobody answered gets its truth as an answer."""
    task = row.task
    task.project = access.project
    if not task.annotation_count:
        if row.made_by is None:
            row.made_by = access.user
            row.save(update_fields=["made_by"])
        truth = AnswerContent(**truth_of(task.gold))
        submit_annotation(access=access, task=task, content=truth, draft_revision=None)
    stop_asking(task_id=task.pk, now=now)


@transaction.atomic
def drop_gold(*, access: Access, task_id: int) -> None:
    """Take a truth back; its task is one as others again."""
    deleted, _ = GoldTask.objects.filter(project=access.project, task=task_id).delete()
    gone, _ = Gold.objects.filter(task__project=access.project, task=task_id).delete()
    GoldResult.objects.filter(project=access.project, task=task_id).delete()
    if not deleted and not gone:
        raise NotFound("This task is not gold.")


def adopt_imported(*, project: Project) -> None:
    """Note truths that an import brought along."""
    rows = Gold.objects.filter(task__project=project, task__gold_task__isnull=True)
    GoldTask.objects.bulk_create(
        (
            GoldTask(project=project, task_id=pk, origin=GoldOrigin.IMPORTED)
            for pk in rows.values_list("task_id", flat=True)
        ),
        ignore_conflicts=True,
    )


def grade_answers(*, project: Project, task_id: int, annotations: Sequence[Annotation]) -> None:
    """Write down how far answers to a gold task meet its truth; not its author's own."""
    gold = Gold.objects.filter(task=task_id, task__project=project).first()
    if gold is None:
        return
    author = GoldTask.objects.filter(task=task_id).values_list("made_by", flat=True).first()
    results = []
    for annotation in annotations:
        if annotation.annotator_id == author:
            continue
        said = {"regions": annotation.regions, "relations": [], "answers": annotation.answers}
        found = graded(project, truth_of(gold), said)
        if found is not None:
            results.append(
                GoldResult(
                    annotation=annotation,
                    project=project,
                    task_id=task_id,
                    user_id=annotation.annotator_id,
                    credit=found.credit,
                    credits=found.credits,
                    answered_at=annotation.created_at,
                )
            )
    GoldResult.objects.bulk_create(
        results,
        update_conflicts=True,
        unique_fields=["annotation"],
        update_fields=["credit", "credits"],
    )


def _store(
    *, project: Project, user: User | None, task: Task, truth: _Truth, now: datetime
) -> GoldTask:
    """Write truth and note, stop asking for opinions, grade what was answered.

    Whose answer became the truth is not graded by it.
    """
    Gold.objects.update_or_create(task=task, defaults=dict(truth.content))
    known = GoldTask.objects.filter(task=task).first()
    row = known or GoldTask(task=task, project=project, origin=truth.origin)
    row.has_truth, row.made_by = True, user
    if truth.explanation is not None:
        row.explanation = truth.explanation
    row.save()
    stop_asking(task_id=task.pk, now=now)
    if truth.origin != GoldOrigin.PROMOTED:
        given = list(task.annotations.exclude(origin=ACCEPTED_ORIGIN))
        grade_answers(project=project, task_id=task.pk, annotations=given)
    return row


def _content_of(annotation: Annotation) -> dict[str, Any]:
    return {
        "regions": annotation.regions,
        "relations": annotation.relations,
        "answers": annotation.answers,
    }
