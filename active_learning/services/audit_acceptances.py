"""Compares audits with what was accepted, and widens or withdraws where the bound is in doubt."""

from collections import defaultdict

import numpy as np
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from active_learning.acceptance import Verdict, audit_upper, judge_audits
from active_learning.models import Acceptance, AcceptanceState, AcceptedTask
from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.score_sheets import answer_key
from active_learning.selectors.target import learning_target
from active_learning.services.blind_audits import hand_out_blind
from active_learning.services.undo_acceptance import request_undo
from labeling.services.accepted_facts import withdraw_accepted
from labeling.services.event_log import log_event
from labeling.services.learned_facts import CHUNK

__all__ = ["review_audits", "watch_acceptances"]

DEALT_WITH = Q(task__annotation_count__gt=0) | Q(task__skip_count__gt=0)


def watch_acceptances() -> None:
    """Look at the acceptances whose audits people have gone on answering."""
    for acceptance in Acceptance.objects.filter(state=AcceptanceState.ACTIVE).select_related(
        "project", "look"
    ):
        answered = acceptance.tasks.filter(DEALT_WITH, is_audit=True).count()
        if answered != acceptance.audited:
            review_audits(acceptance=acceptance)


def review_audits(*, acceptance: Acceptance) -> Verdict:
    """Note how audits came out, and do what they ask for."""
    audits = _judged(acceptance)
    flags: defaultdict[str, list[bool]] = defaultdict(list)
    for audit in audits:
        flags[str(audit.answer) if acceptance.look.by_class else ""].append(bool(audit.is_wrong))
    every = [bool(audit.is_wrong) for audit in audits]
    sizes = _sizes(acceptance)
    acceptance.audited, acceptance.wrong = len(audits), sum(every)
    acceptance.upper = audit_upper(
        every, population=sum(sizes.values()), delta=acceptance.look.delta
    )
    acceptance.save(update_fields=["audited", "wrong", "upper"])
    verdicts = {
        judge_audits(
            own,
            population=max(sizes[group], len(own)),
            alpha=acceptance.look.alpha,
            delta=acceptance.look.delta / max(len(sizes), 1),
        )
        for group, own in flags.items()
    }
    if Verdict.WITHDRAW in verdicts:
        request_undo(acceptance=acceptance, reason="drift", user_id=None)
        return Verdict.WITHDRAW
    if Verdict.WIDEN in verdicts and not acceptance.is_widened:
        _widen(acceptance)
        return Verdict.WIDEN
    return Verdict.SOUND


def _judged(acceptance: Acceptance) -> list[AcceptedTask]:
    """Return the audits that people dealt with, in the order in which that was noticed.

    One that people only passed by counts as wrong, as on the hold-out.
    """
    audits = list(acceptance.tasks.filter(DEALT_WITH, is_audit=True).order_by("pk"))
    target = learning_target(acceptance.project)
    if target is None:
        return []
    given = {
        item.task_id: answer_key(item.answer)
        for item in labelled_tasks(acceptance.project, target, [audit.task_id for audit in audits])
    }
    now = timezone.now()
    for audit in audits:
        audit.is_wrong = given.get(audit.task_id) != answer_key(audit.answer)
        audit.answered_at = audit.answered_at or now
    AcceptedTask.objects.bulk_update(audits, ["is_wrong", "answered_at"], batch_size=CHUNK)
    return sorted(audits, key=lambda audit: (audit.answered_at, audit.pk))


def _sizes(acceptance: Acceptance) -> dict[str, int]:
    """Return how many tasks each group has, accepted and kept for auditing."""
    if not acceptance.look.by_class:
        return {"": acceptance.accepted + acceptance.audits}
    sizes: defaultdict[str, int] = defaultdict(int)
    for answer in acceptance.tasks.values_list("answer", flat=True).iterator(chunk_size=2000):
        sizes[str(answer)] += 1
    return sizes


def _widen(acceptance: Acceptance) -> None:
    """Give as many accepted tasks again to people, drawn at random: a closer look."""
    project = acceptance.project
    rng = np.random.default_rng([acceptance.pk, acceptance.audited])
    taken = np.array(
        acceptance.tasks.filter(is_audit=False).order_by("pk").values_list("task_id", flat=True)
    )
    more = rng.choice(taken, min(len(taken), max(acceptance.audits, 1)), replace=False).tolist()
    widened = 0
    for start in range(0, len(more), CHUNK):
        with transaction.atomic():
            freed = withdraw_accepted(project=project, task_ids=more[start : start + CHUNK])
            hand_out_blind(project=project, task_ids=freed, rng=rng)
            acceptance.tasks.filter(task__in=freed).update(is_audit=True)
        widened += len(freed)
    acceptance.accepted -= widened
    acceptance.audits += widened
    acceptance.is_widened = True
    acceptance.save(update_fields=["accepted", "audits", "is_widened"])
    log_event(
        project_id=project.pk,
        type="acceptance",
        data={"what": "widened", "id": str(acceptance.pk), "audits": widened},
    )
