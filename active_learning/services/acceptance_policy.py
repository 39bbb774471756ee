"""States the bound under which labels may be accepted."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from active_learning.models import AcceptancePolicy
from active_learning.selectors.acceptance_question import policy_of
from labeling.kernel.errors import BadInput, Problem
from labeling.policies import Access
from labeling.services.event_log import log_event

__all__ = ["state_policy"]

SHARES = {"alpha": (0.0001, 0.5), "delta": (0.001, 0.5), "audit_share": (0.01, 0.5)}
SWITCHES = ("is_on", "by_class")


@transaction.atomic
def state_policy(*, access: Access, changes: Mapping[str, Any]) -> AcceptancePolicy:
    """Change what is named, or say what is wrong with each of it."""
    problems: list[Problem] = [
        {"pointer": f"/{key}", "detail": detail}
        for key, value in changes.items()
        if (detail := _fault(key, value))
    ]
    if problems:
        raise BadInput(f"{problems[0]['pointer']}: {problems[0]['detail']}", errors=problems)
    policy = policy_of(access.project)
    for key, value in changes.items():
        setattr(policy, key, value)
    policy.updated_by = access.user
    policy.save()
    told = {key: getattr(policy, key) for key in (*SHARES, *SWITCHES)}
    log_event(
        project_id=access.project.pk,
        type="acceptance",
        data={"what": "policy", **told},
        actor_id=access.user.pk,
    )
    return policy


def _fault(key: str, value: Any) -> str:
    if key in SWITCHES:
        return "" if isinstance(value, bool) else "true or false"
    if key not in SHARES:
        return f"There is no such setting. Known: {', '.join((*SHARES, *SWITCHES))}."
    low, high = SHARES[key]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return "" if is_number and low <= value <= high else f"a number from {low} to {high}"
