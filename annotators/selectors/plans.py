"""A project's plan, and the one row that a route needs of a person."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from annotators.assignment import Known
from annotators.models import RoutingPlan
from labeling.kernel.rows import fetch_one
from labeling.models import Project

_COLUMNS = (
    "p.policy, p.most, p.gold_rate, p.repeat_rate, p.daily_most, p.uses_skills, "
    "p.author_key, p.escalation, p.worth, p.required, p.crowd, "
    's."right", s.answered, s.by_class, s.seconds, s.interest, '
    "s.skills, s.is_paused, s.attempt"
)
_FACTS = (
    f"SELECT {_COLUMNS} FROM annotators_routingplan p "  # noqa: S608  (our own text)
    "LEFT JOIN annotators_standing s ON s.project_id = p.project_id AND s.user_id = %s "
    "WHERE p.project_id = %s"
)
_DOCUMENTS = {8: dict, 9: list, 10: dict, 13: dict, 16: dict}
_FLAGS = (5, 17)


@dataclass(frozen=True, slots=True)
class RouteFacts:
    """What is known when somebody asks for work; the defaults are those of a project of its own."""

    policy: str = "value"
    most: int | None = None
    gold_rate: float = 0.0
    repeat_rate: float = 0.0
    daily_most: int | None = None
    uses_skills: bool = False
    author_key: str = ""
    escalation: str = "review"
    worth: Mapping[str, float] = field(default_factory=dict)
    required: list[str] = field(default_factory=list)
    crowd: Mapping[str, Any] = field(default_factory=dict)
    right: float | None = None
    answered: float | None = None
    by_class: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    interest: float | None = None
    skills: Mapping[str, str | None] = field(default_factory=dict)
    is_paused: bool = False
    attempt: int | None = None

    def person(self, label: str) -> Known:
        """Return what is known of the asker about one label."""
        return Known(self.right or 0.0, self.answered or 0.0, self.by_class.get(label, {}))

    def people(self, label: str) -> Known:
        """Return what is known of everybody together."""
        crowd = self.crowd
        return Known(
            crowd.get("right", 0.0),
            crowd.get("answered", 0.0),
            crowd.get("by_class", {}).get(label, {}),
        )

    def has_skill(self, skill: str, now: datetime) -> bool:
        """Whether the asker has a skill that has not expired."""
        if skill not in self.skills:
            return False
        until = self.skills[skill]
        return until is None or datetime.fromisoformat(until) > now


def route_facts(project_id: int, user_id: int) -> RouteFacts:
    """Return plan and standing in one statement."""
    row = fetch_one(_FACTS, [user_id, project_id])
    if row is None:
        return RouteFacts()
    values = list(row)
    for at, made in _DOCUMENTS.items():
        stored = values[at]
        values[at] = json.loads(stored) if isinstance(stored, str) else (stored or made())
    for at in _FLAGS:
        values[at] = bool(values[at])
    return RouteFacts(*values)


def plan_of(project: Project) -> RoutingPlan:
    """Return the project's plan; one that was never changed is not stored."""
    found = RoutingPlan.objects.filter(project=project).first()
    return found or RoutingPlan(project=project)


@dataclass(frozen=True, slots=True)
class Watch:
    """What makes an answer to a task worth a second look."""

    most: int | None
    is_gold: bool
    waits_for_truth: bool


def watch(project_id: int, task_id: int) -> Watch:
    """Return what follows from an answer to a task, in one statement."""
    row = fetch_one(_WATCH, [project_id, task_id, task_id])
    assert row is not None  # it has no condition
    most, gold, has_truth = row
    return Watch(most, bool(gold), has_truth is not None and not has_truth)


_WATCH = (
    "SELECT (SELECT most FROM annotators_routingplan WHERE project_id = %s), "
    "(SELECT 1 FROM labeling_gold WHERE task_id = %s), "
    "(SELECT has_truth FROM annotators_goldtask WHERE task_id = %s)"
)
