"""Everything the page of accepted labels shows."""

from typing import Any

import numpy as np
from django.db.models import Sum

from active_learning.acceptance import Tallies, labels_missing, labels_needed, look_share
from active_learning.models import STANDING, Acceptance, AcceptanceLook, AcceptancePolicy
from active_learning.models.acceptance import ACCEPT_JOB, UNDO_JOB
from active_learning.selectors.acceptance_calibration import calibration_of
from active_learning.selectors.acceptance_question import (
    Obstacle,
    Question,
    acceptance_question,
    is_spent,
    last_look,
    look_digest,
    policy_of,
    tallies_of,
)
from labeling.kernel.clock import wire_time
from labeling.models import LIVE_STATES, Project, User
from labeling.selectors.jobs import job_summary

__all__ = ["acceptance_page", "look_shape", "policy_shape"]

SHOWN = 100
FAVOURED = 0.8
"""Of a look's doubt, what its most promising threshold is tested at."""


def acceptance_page(project: Project) -> dict[str, Any]:
    """Return the wire shape of GET learning/acceptance/."""
    asked, policy, look = acceptance_question(project), policy_of(project), last_look(project)
    obstacle = asked if isinstance(asked, Obstacle) else None
    question = None if isinstance(asked, Obstacle) else asked
    jobs = project.jobs.filter(name__in=[ACCEPT_JOB, UNDO_JOB], state__in=LIVE_STATES)
    job = jobs.order_by("pk").first()
    own = Acceptance.objects.filter(project=project)
    ledger = own.select_related("look__version", "created_by", "ended_by")
    standing = own.filter(state__in=STANDING).aggregate(n=Sum("accepted"))["n"]
    return {
        "obstacle": {"code": obstacle.code, "detail": obstacle.detail} if obstacle else None,
        "policy": policy_shape(policy),
        "audits": _audits(project, question, policy, look),
        "look": look_shape(look, question, policy) if look else None,
        "calibration": calibration_of(question) if question else None,
        "classes": _classes(question) if question else [],
        "accepted": standing or 0,
        "ledger": [_entry(row) for row in ledger.order_by("-pk")[:SHOWN]],
        "job": job_summary(job).as_json() if job else None,
    }


def policy_shape(policy: AcceptancePolicy) -> dict[str, Any]:
    """Return the stated bound."""
    return {
        "is_on": policy.is_on,
        "alpha": policy.alpha,
        "delta": policy.delta,
        "by_class": policy.by_class,
        "audit_share": policy.audit_share,
    }


def look_shape(
    look: AcceptanceLook, question: Question | None, policy: AcceptancePolicy
) -> dict[str, Any]:
    """Return a look; it is current while labels, model and bound are what they were."""
    return {
        "number": look.number,
        "at": wire_time(look.created_at),
        "version": look.version.number,
        "level": look.level,
        "sample": look.sample,
        "wrong": look.wrong,
        "open": look.open_tasks,
        "accepts": look.accepts,
        "by_class": look.by_class,
        "steps": look.steps,
        "is_current": question is not None and look.digest == look_digest(question, policy),
        "is_spent": is_spent(look),
    }


def _audits(
    project: Project,
    question: Question | None,
    policy: AcceptancePolicy,
    look: AcceptanceLook | None,
) -> dict[str, Any]:
    """Return how many random labels there are, and how many are missing."""
    holdout = project.tasks.filter(is_holdout=True)
    facts: dict[str, Any] = {
        "holdout": holdout.count(),
        "answered": len(question.held.places) if question else 0,
        "waiting": holdout.filter(wants_labels=1, annotation_count=0).count(),
        "looks": look.number if look else 0,
        "missing": None,
        "out_of_reach": None,
        "by_class": [],
    }
    if question is None:
        return facts
    is_seen = look is not None and look.digest == look_digest(question, policy)
    tallies = tallies_of(question, by_class=policy.by_class)
    if not is_seen:
        # What the labels say is not told before a look has paid for it.
        zeros = np.zeros_like(tallies.wrong)
        tallies = Tallies(tallies.sample, zeros, tallies.gone, tallies.open)
    level = policy.delta * look_share(facts["looks"] + 1) * FAVOURED
    groups = [g for g in range(len(tallies.open)) if tallies.open[g].any()]
    missing = {g: _missing(tallies, g, policy, level / max(len(groups), 1)) for g in groups}
    known = [count for count in missing.values() if count is not None]
    facts["missing"] = min(known, default=None)
    if facts["missing"] is None:
        facts["out_of_reach"] = _out_of_reach(tallies, policy, level)
    if policy.by_class and len(tallies.open) > 1:
        facts["by_class"] = [
            {
                "class": question.sheet.answers[g],
                "answered": int(tallies.sample[g].sum()),
                "open": int(tallies.open[g].sum()),
                "missing": missing[g],
            }
            for g in groups
        ]
    return facts


def _missing(tallies: Tallies, group: int, policy: AcceptancePolicy, level: float) -> int | None:
    parts = (tallies.sample, tallies.wrong, tallies.gone, tallies.open)
    own = Tallies(*(part[group : group + 1] for part in parts))
    return labels_missing(own, alpha=policy.alpha, level=level, audit_share=policy.audit_share)


def _out_of_reach(tallies: Tallies, policy: AcceptancePolicy, level: float) -> dict[str, Any]:
    """Say why no number of further random labels would do, for screens to word."""
    whole = tallies.merged()
    facts = {
        "open": int(whole.open.sum()),
        "needed": labels_needed(alpha=policy.alpha, level=level),
    }
    if not facts["open"]:
        return {"code": "nothing_open", **facts}
    clean = Tallies(whole.sample, np.zeros_like(whole.wrong), whole.gone, whole.open)
    code = "too_wrong" if _missing(clean, 0, policy, level) is not None else "too_few"
    return {"code": code, **facts}


def _classes(question: Question) -> list[dict[str, Any]]:
    return [{"id": c.id, "name": c.name, "color": c.color} for c in question.target.label.classes]


def _entry(row: Acceptance) -> dict[str, Any]:
    look = row.look
    thresholds = {step["group"]: step["threshold"] for step in look.steps if step["is_certified"]}
    return {
        "id": str(row.pk),
        "state": row.state,
        "at": wire_time(row.created_at),
        "by": _name(row.created_by),
        "version": look.version.number,
        "alpha": look.alpha,
        "delta": look.delta,
        "by_class": look.by_class,
        "threshold": min(thresholds.values(), default=None),
        "accepted": row.accepted,
        "audits": row.audits,
        "audited": row.audited,
        "wrong": row.wrong,
        "upper": row.upper,
        "is_widened": row.is_widened,
        "reason": row.reason,
        "ended_at": wire_time(row.ended_at) if row.ended_at else None,
        "ended_by": _name(row.ended_by),
    }


def _name(user: User | None) -> str | None:
    return (user.first_name or user.username) if user else None
