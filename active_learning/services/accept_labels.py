"""Accepts labels: look, count again, keep audits back, write the rest, check once more."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import IntegrityError, transaction
from django.utils import timezone

from active_learning.acceptance import Certificate, Step, Tallies, certify
from active_learning.models import (
    Acceptance,
    AcceptanceLook,
    AcceptanceState,
    AcceptedTask,
)
from active_learning.selectors.acceptance_question import (
    Obstacle,
    Question,
    acceptance_question,
    tallies_of,
)
from active_learning.selectors.certified_tasks import SureTask, open_counts, sure_tasks
from active_learning.services.acceptance_looks import look_at_audits, slack_share
from active_learning.services.blind_audits import hand_out_blind
from active_learning.services.pacing import Pace
from active_learning.services.undo_acceptance import end_acceptance
from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import JobRun
from labeling.models import Project, User
from labeling.services.accepted_facts import AcceptedAnswer, machine_annotator, write_accepted
from labeling.services.event_log import log_event
from labeling.services.learned_facts import CHUNK

__all__ = ["accept_labels"]


@dataclass(frozen=True)
class _Order:
    """What is being accepted."""

    project: Project
    look: AcceptanceLook
    acceptance: Acceptance
    steps: dict[int, Step]
    machine: User


def accept_labels(*, project: Project, user_id: int | None, run: JobRun) -> Acceptance | None:
    """Accept what today's audit labels allow; None where that is nothing.

    People go on working meanwhile: nothing is locked, every write is a short transaction, and a
    task that somebody touched first stays theirs. An acceptance that is stopped on its way is
    taken back whole, for a part of it was never certified.
    """
    for lost in Acceptance.objects.filter(project=project, state=AcceptanceState.RUNNING):
        end_acceptance(acceptance=lost, reason="stopped", user_id=None)
    look = look_at_audits(project=project, user_id=user_id)
    question = acceptance_question(project)
    if isinstance(question, Obstacle) or not look.accepts:
        return None
    certificate = _certified_now(look, question)
    if not certificate.chosen:
        return None
    order = _opened(project, look, certificate, user_id, run.job_id)
    try:
        kept = _write(order, question, run)
    except BaseException:
        end_acceptance(acceptance=order.acceptance, reason="stopped", user_id=None)
        raise
    _close(order, kept)
    return order.acceptance


def _certified_now(look: AcceptanceLook, question: Question) -> Certificate:
    """Certify again with the tasks that are open at this moment: the rest counts as gone."""
    sheet = question.sheet
    counted = tallies_of(question, by_class=True)
    open_ = open_counts(look, sheet)
    gone = np.maximum(sheet.gone + sheet.open - open_, 0)
    tallies = Tallies(counted.sample, counted.wrong, gone, open_)
    return certify(
        tallies if look.by_class else tallies.merged(),
        alpha=look.alpha,
        delta=look.level,
        audit_share=slack_share(look),
    )


def _opened(
    project: Project,
    look: AcceptanceLook,
    certificate: Certificate,
    user_id: int | None,
    job_id: int,
) -> _Order:
    try:
        with transaction.atomic():
            acceptance = Acceptance.objects.create(
                project=project, look=look, job_id=job_id, created_by_id=user_id
            )
    except IntegrityError as error:
        raise Conflict("Labels are being accepted right now.", code="acceptance_running") from error
    return _Order(project, look, acceptance, certificate.chosen, machine_annotator())


def _write(order: _Order, question: Question, run: JobRun) -> Counter[int]:
    """Write in short transactions; return how many labels each group got."""
    total = sum(1 for _ in _chosen(order, question))
    rng = np.random.default_rng(order.acceptance.pk)
    wanted = math.ceil(order.look.audit_share * total)
    audits = set(rng.choice(total, min(wanted, total), replace=False).tolist())
    kept: Counter[int] = Counter()
    pace, done = Pace(), 0
    for piece in _pieces(_chosen(order, question)):
        places = range(done, done + len(piece))
        held_back = [task for place, task in zip(places, piece, strict=True) if place in audits]
        others = [task for place, task in zip(places, piece, strict=True) if place not in audits]
        with pace.turn():
            kept += _write_piece(order, others, held_back, rng)
        done += len(piece)
        run.progress(done, total, "accepting")
    return kept


def _chosen(order: _Order, question: Question) -> Iterator[SureTask]:
    """Yield the tasks above their group's certified threshold."""
    least = min(step.threshold for step in order.steps.values())
    for task in sure_tasks(order.look, question.sheet, least=least):
        step = order.steps.get(task.group if order.look.by_class else 0)
        if step is not None and task.score >= step.threshold:
            yield task


def _pieces(tasks: Iterator[SureTask]) -> Iterator[list[SureTask]]:
    piece: list[SureTask] = []
    for task in tasks:
        piece.append(task)
        if len(piece) == CHUNK:
            yield piece
            piece = []
    if piece:
        yield piece


@transaction.atomic
def _write_piece(
    order: _Order,
    tasks: Sequence[SureTask],
    held_back: Sequence[SureTask],
    rng: np.random.Generator,
) -> Counter[int]:
    answers = [AcceptedAnswer(task.task_id, {order.look.label: task.answer}) for task in tasks]
    written = set(
        write_accepted(
            project=order.project, annotator=order.machine, answers=answers, now=timezone.now()
        )
    )
    audited = set(
        hand_out_blind(
            project=order.project, task_ids=[task.task_id for task in held_back], rng=rng
        )
    )
    AcceptedTask.objects.bulk_create(
        AcceptedTask(
            acceptance=order.acceptance,
            task_id=task.task_id,
            answer=task.answer,
            score=task.score,
            is_audit=task.task_id in audited,
        )
        for task in (*tasks, *held_back)
        if task.task_id in written or task.task_id in audited
    )
    own = (task.group if order.look.by_class else 0 for task in tasks if task.task_id in written)
    return Counter(own)


def _close(order: _Order, kept: Counter[int]) -> None:
    """Make the acceptance stand, unless people took so many tasks that the bound slipped."""
    acceptance = order.acceptance
    acceptance.accepted = kept.total()
    acceptance.audits = acceptance.tasks.filter(is_audit=True).count()
    acceptance.save(update_fields=["accepted", "audits"])
    for group, step in order.steps.items():
        if round(step.upper * step.accepts) > order.look.alpha * kept[group] + 1e-9:
            end_acceptance(acceptance=acceptance, reason="shrunk", user_id=None)
            return
    with transaction.atomic():
        acceptance.state = AcceptanceState.ACTIVE
        acceptance.save(update_fields=["state"])
        log_event(
            project_id=order.project.pk,
            type="acceptance",
            data={"what": "accepted", "id": str(acceptance.pk), "accepted": acceptance.accepted},
            actor_id=acceptance.created_by_id,
        )
