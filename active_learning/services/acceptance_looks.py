"""Looks at the audit labels: each new look uses up its share of the doubt, and is written down."""

import math
from dataclasses import asdict

import numpy as np
from django.db import transaction
from django.db.models import Max

from active_learning.acceptance import Certificate, Tallies, certify, labels_missing, look_share
from active_learning.models import (
    Acceptance,
    AcceptanceLook,
    AcceptancePolicy,
    AcceptanceState,
)
from active_learning.models.acceptance import ACCEPT_JOB
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
from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import enqueue
from labeling.models import Project

__all__ = ["accept_when_due", "look_at_audits", "request_acceptance", "slack_share"]

GROWTH = 1.2
"""By itself the engine looks again only at so many times the labels of its last look: when it looks
must not hang on how the labels turned out."""
SLACK = 0.01
"""Of the tasks counted, so many may be taken by people while labels are being accepted."""


def look_at_audits(*, project: Project, user_id: int | None) -> AcceptanceLook:
    """Say what the audit labels of today allow; the same labels are looked at once only."""
    question = acceptance_question(project)
    if isinstance(question, Obstacle):
        raise Conflict(question.detail, code=question.code)
    if not len(question.held.places):
        raise Conflict(
            "No hold-out task has been answered yet. They come up in the queue by themselves.",
            code="no_audit_labels",
        )
    policy = policy_of(project)
    digest = look_digest(question, policy)
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        last = last_look(project)
        if last is not None and last.digest == digest:
            return last
        return _looked(project, question, policy, digest, user_id)


def request_acceptance(*, project: Project, user_id: int) -> int:
    """Enqueue accepting what the newest look allows."""
    look, question = last_look(project), acceptance_question(project)
    if isinstance(question, Obstacle):
        raise Conflict(question.detail, code=question.code)
    if look is None or look.digest != look_digest(question, policy_of(project)):
        raise Conflict(
            "Labels, model or bound changed since the last look. Look again, then accept.",
            code="look_first",
        )
    if not look.accepts:
        raise Conflict("The bound allows no label to be accepted yet.", code="nothing_certified")
    if Acceptance.objects.filter(project=project, state=AcceptanceState.RUNNING).exists():
        raise Conflict("Labels are being accepted right now.", code="acceptance_running")
    if is_spent(look):
        raise Conflict(
            "What this look allows was accepted already, perhaps in another tab. New random "
            "labels or a new model version allow a new look.",
            code="accepted_already",
        )
    return _enqueue(project, user_id)


def accept_when_due(*, project: Project) -> int | None:
    """After a round: enqueue a look and what it allows, where the manager wants that."""
    if not policy_of(project).is_on:
        return None
    question = acceptance_question(project)
    if isinstance(question, Obstacle) or not _is_due(project, question):
        return None
    return _enqueue(project, None)


def slack_share(policy: AcceptancePolicy | AcceptanceLook) -> float:
    """Return the share of certified tasks that is not accepted: audits, and a little slack."""
    return min(0.99, policy.audit_share + SLACK)


def _is_due(project: Project, question: Question) -> bool:
    """Decide by the number of labels alone: enough more of them, and enough if all are right."""
    last, policy = last_look(project), policy_of(project)
    if last is not None and len(question.held.places) < GROWTH * last.sample:
        return False
    counted = tallies_of(question, by_class=False)
    blank = Tallies(counted.sample, np.zeros_like(counted.wrong), counted.gone, counted.open)
    level = policy.delta * look_share(last.number + 1 if last else 1)
    return labels_missing(blank, alpha=policy.alpha, level=level) == 0


def _looked(
    project: Project,
    question: Question,
    policy: AcceptancePolicy,
    digest: str,
    user_id: int | None,
) -> AcceptanceLook:
    looks = AcceptanceLook.objects.filter(project=project)
    number = (looks.aggregate(last=Max("number"))["last"] or 0) + 1
    level = policy.delta * look_share(number)
    tallies = tallies_of(question, by_class=policy.by_class)
    found = certify(tallies, alpha=policy.alpha, delta=level, audit_share=slack_share(policy))
    return AcceptanceLook.objects.create(
        project=project,
        number=number,
        version=question.version,
        label=question.target.label.id,
        ontology_number=project.ontology_number,
        digest=digest,
        alpha=policy.alpha,
        delta=policy.delta,
        by_class=policy.by_class,
        audit_share=policy.audit_share,
        level=level,
        sample=len(question.held.places),
        wrong=int(question.held.is_wrong.sum()),
        open_tasks=int(tallies.open.sum()),
        accepts=_to_be_accepted(found, tallies, policy.audit_share),
        steps=[asdict(step) for step in found.steps],
        created_by_id=user_id,
    )


def _to_be_accepted(found: Certificate, tallies: Tallies, audit_share: float) -> int:
    """Count what accepting writes if nobody takes a task meanwhile: all above the thresholds but
    the audits. The certificate allows for a little less, the slack."""
    open_ = tallies.at_least().open
    above = sum(int(open_[group, step.bin]) for group, step in found.chosen.items())
    return above - math.ceil(audit_share * above)


def _enqueue(project: Project, user_id: int | None) -> int:
    return enqueue(
        ACCEPT_JOB,
        project_id=project.pk,
        created_by_id=user_id,
        kwargs={"project_id": project.pk, "user_id": user_id},
        unique=f"accept:{project.pk}",
    )
