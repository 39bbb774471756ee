"""States who gets which task; what is not named stays."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import transaction

from annotators.assignment import POLICIES
from annotators.models import Escalation, RoutingPlan
from annotators.selectors.plans import plan_of
from labeling.kernel.errors import BadInput, Problem
from labeling.models.policy import MAX_OVERLAP
from labeling.policies import Access
from labeling.services.event_log import log_event

LONGEST_KEY = 64


@transaction.atomic
def state_plan(*, access: Access, changes: Mapping[str, Any]) -> RoutingPlan:
    """Check every change, then store all of them."""
    problems = [
        {"pointer": f"/{key}", "detail": detail, "code": "routing", "params": {"wanted": detail}}
        for key, value in changes.items()
        if (detail := _fault(access, key, value))
    ]
    if problems:
        first = problems[0]
        listed: list[Problem] = list(problems)
        raise BadInput(f"{first['pointer']}: {first['detail']}", errors=listed)
    plan = plan_of(access.project)
    for key, value in changes.items():
        setattr(plan, key, value)
    plan.save()
    log_event(
        project_id=access.project.pk,
        type="routing",
        data={"changed": sorted(changes)},
        actor_id=access.user.pk,
    )
    return plan


def _fault(access: Access, key: str, value: Any) -> str:
    """Say what a value must be, where it is not."""
    if key == "most":
        return _whole(value, access.project.settings.overlap, MAX_OVERLAP)
    return _CHECKS[key](value) if key in _CHECKS else "a setting that exists"


def _whole(value: Any, low: int, high: int) -> str:
    good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    return "" if value is None or good else f"a whole number from {low} to {high}, or null"


def _number(value: Any, low: float, high: float) -> str:
    good = isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    return "" if good else f"a number from {low:g} to {high:g}"


def _worth(value: Any) -> str:
    good = isinstance(value, dict) and all(
        isinstance(k, str) and not _number(v, 0.0, 100.0) for k, v in value.items()
    )
    return "" if good else "an object of class id → number from 0 to 100"


def _one_of(known: Iterable[str]) -> Callable[[Any], str]:
    names = list(known)
    return lambda value: "" if value in names else f"one of {', '.join(names)}"


def _yes_or_no(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _key(value: Any) -> str:
    good = isinstance(value, str) and len(value) <= LONGEST_KEY
    return "" if good else f"a text of at most {LONGEST_KEY} characters"


_CHECKS: Mapping[str, Callable[[Any], str]] = {
    "policy": _one_of(POLICIES),
    "escalation": _one_of(Escalation.values),
    "daily_most": lambda value: _whole(value, 1, 100_000),
    "target": lambda value: _number(value, 0.55, 0.999),
    "gold_rate": lambda value: _number(value, 0.0, 0.5),
    "repeat_rate": lambda value: _number(value, 0.0, 0.5),
    "pause_below": lambda value: "" if value is None else _number(value, 0.05, 0.99),
    "counts_model": _yes_or_no,
    "uses_skills": _yes_or_no,
    "author_key": _key,
    "worth": _worth,
}
