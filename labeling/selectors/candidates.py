"""Which tasks a person may get next: one walk along an index, whatever the size of the project."""

import json
import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Exists, Max, Min, OuterRef

from labeling.kernel.rows import fetch_all
from labeling.models import Annotation, Project, User

_WANTED = """
SELECT t.id, t.priority, t.uncertainty, t.annotation_count, t.meta FROM labeling_task t
WHERE t.project_id = %s AND t.wants_labels = 1
AND NOT EXISTS (SELECT 1 FROM labeling_annotation a WHERE a.task_id = t.id AND a.annotator_id = %s)
AND NOT EXISTS (SELECT 1 FROM labeling_skip s WHERE s.task_id = t.id AND s.user_id = %s)
"""


MOST_LOCKED = 50
"""Whoever looks further than this for a task that suits them does not keep others waiting."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A task that may be handed out: what a router knows it by, without its data."""

    task_id: int
    priority: float
    uncertainty: float | None
    annotation_count: int
    meta: Any
    """As the database has it: text, or what was read from it (`read_meta`)."""

    def read_meta(self) -> dict[str, Any]:
        """Return what is known beside the task's data."""
        known: dict[str, Any] = json.loads(self.meta) if isinstance(self.meta, str) else self.meta
        return known


def fresh_candidates(
    project: Project, user: User, held: Collection[int], count: int, rng: random.Random
) -> list[Candidate]:
    """Return tasks that want labels and that the user neither answered, skipped nor holds."""
    asked = _Asked(project, user, held, count)
    match project.settings.order:
        case "uncertain":
            return asked.read("t.priority DESC, t.id")
        case "random":
            return asked.read("t.id", first=_somewhere(project, rng)) or asked.read("t.id")
        case _:
            return asked.read("t.id")


def skipped_candidates(
    project: Project, user: User, held: Collection[int], count: int
) -> list[Candidate]:
    """Return what the user skipped once and may see a second, last time: oldest skip first."""
    answered = Annotation.objects.filter(task=OuterRef("pk"), annotator=user)
    tasks = project.tasks.filter(
        ~Exists(answered), wants_labels=1, skips__user=user, skips__times=1
    ).exclude(pk__in=list(held))
    locked = tasks.select_for_update(skip_locked=True, of=("self",))
    rows = locked.order_by("skips__pk").values_list(
        "pk", "priority", "uncertainty", "annotation_count", "meta"
    )
    return [Candidate(*row) for row in rows[:count]]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who asks for how many tasks."""

    project: Project
    user: User
    held: Collection[int]
    count: int

    def read(self, order: str, *, first: int = 0) -> list[Candidate]:
        """Lock what is read where rows can be locked, passing over rows others are taking.

        Where these are all that is left they are returned unlocked: taking one then waits for the
        other person, who may leave a place, instead of saying that nothing is left.
        """
        others = f"AND t.id NOT IN ({', '.join(['%s'] * len(self.held))})" if self.held else ""
        start = f"AND t.id >= {first:d}" if first else ""
        sql = f"{_WANTED} {start} {others} ORDER BY {order} LIMIT {self.count:d}"
        parameters = [self.project.pk, self.user.pk, self.user.pk, *self.held]
        if connection.features.has_select_for_update_skip_locked and self.count <= MOST_LOCKED:
            free = fetch_all(f"{sql} FOR UPDATE OF t SKIP LOCKED", parameters)
            if free:
                return [Candidate(*row) for row in free]
        return [Candidate(*row) for row in fetch_all(sql, parameters)]


def _somewhere(project: Project, rng: random.Random) -> int:
    """A random id; a run of finished tasks makes its successor likelier, which is fine."""
    ends = project.tasks.filter(wants_labels=1).aggregate(low=Min("pk"), high=Max("pk"))
    return rng.randint(ends["low"], ends["high"]) if ends["low"] is not None else 0
