"""Pauses: for a stated reason, with the figures it rests on, and with an appeal."""

from datetime import datetime

from django.db import transaction

from annotators.ability.accuracy import WIDE
from annotators.models import AnnotatorFacts, Pause, RoutingPlan
from annotators.services.standings import write_standing
from labeling.kernel.errors import BadInput, Conflict, NotFound
from labeling.models import Membership, Project, Role
from labeling.policies import Access
from labeling.services.event_log import log_event

LEAST_JUDGED = 20
"""Answers that something speaks about, below which nobody is paused."""
LONGEST = 4000


@transaction.atomic
def pause_where_low(
    *, project: Project, plan: RoutingPlan, facts: AnnotatorFacts, now: datetime
) -> Pause | None:
    """Pause an annotator whose whole interval lies below the mark, and is narrow.

    Whoever was let back in by a person is not paused again by what was known then.
    """
    mark = plan.pause_below
    if mark is None or facts.high is None or facts.low is None or facts.judged < LEAST_JUDGED:
        return None
    if facts.high >= mark or facts.high - facts.low > WIDE:
        return None
    is_annotator = Membership.objects.filter(
        project=project, user=facts.user_id, role=Role.ANNOTATOR
    ).exists()
    earlier = Pause.objects.filter(project=project, user=facts.user_id).order_by("-pk").first()
    if not is_annotator or (earlier and earlier.ended_at is None):
        return None
    if earlier and facts.judged < earlier.facts.get("answers", 0) + LEAST_JUDGED:
        return None
    return _paused(
        project,
        facts.user_id,
        reason="accuracy",
        facts={
            "value": facts.accuracy,
            "low": facts.low,
            "high": facts.high,
            "answers": facts.judged,
            "mark": mark,
        },
    )


@transaction.atomic
def pause_annotator(*, access: Access, user_id: int, note: str) -> Pause:
    """Pause somebody by hand; the note is shown to them."""
    member = Membership.objects.filter(project=access.project, user=user_id).first()
    if member is None:
        raise NotFound("There is no such member.")
    if Role(member.role) is not Role.ANNOTATOR:
        raise BadInput("Only annotators can be paused; change the role of others instead.")
    if not note.strip():
        raise BadInput("note: say why; the person will read it.", errors=[_place("note")])
    if Pause.objects.filter(project=access.project, user=user_id, ended_at=None).exists():
        raise Conflict("This person is paused already.", code="already_paused")
    return _paused(
        access.project, user_id, reason="manager", note=note[:LONGEST], by=access.user.pk
    )


@transaction.atomic
def appeal_pause(*, access: Access, text: str, now: datetime) -> Pause:
    """Let the paused person answer; a manager sees it beside the figures."""
    pause = Pause.objects.filter(project=access.project, user=access.user, ended_at=None).first()
    if pause is None:
        raise Conflict("You are not paused here.", code="not_paused")
    if not text.strip():
        raise BadInput("appeal: say why you should go on.", errors=[_place("appeal")])
    pause.appeal, pause.appealed_at = text[:LONGEST], now
    pause.save(update_fields=["appeal", "appealed_at"])
    return pause


@transaction.atomic
def answer_pause(
    *, access: Access, pause_id: int, lifts: bool, answer: str, now: datetime
) -> Pause:
    """Lift a pause, or let it stand, with words for the person."""
    pause = Pause.objects.select_for_update().filter(project=access.project, pk=pause_id).first()
    if pause is None or pause.ended_at is not None:
        raise NotFound("There is no such pause, or it has ended.")
    pause.answer = answer[:LONGEST]
    if lifts:
        pause.ended_at, pause.ended_by = now, access.user
    pause.save()
    write_standing(project=access.project, user_id=pause.user_id)
    log_event(
        project_id=access.project.pk,
        type="pause",
        data={},
        actor_id=access.user.pk,
    )
    return pause


def _paused(
    project: Project,
    user_id: int,
    *,
    reason: str,
    note: str = "",
    facts: dict[str, float | None] | None = None,
    by: int | None = None,
) -> Pause:
    pause = Pause.objects.create(
        project=project,
        user_id=user_id,
        reason=reason,
        note=note,
        facts=facts or {},
        paused_by_id=by,
    )
    write_standing(project=project, user_id=user_id)
    log_event(
        project_id=project.pk,
        type="pause",
        data={},  # everybody in the project hears of it, but not of whom
        actor_id=by,
    )
    return pause


def _place(field: str) -> dict[str, str]:
    return {"pointer": f"/{field}", "detail": "Write a sentence."}
