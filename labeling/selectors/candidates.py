"""Which tasks a person may get next: one walk along an index, whatever the size of the project."""

import json
import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Exists, Max, Min, OuterRef
from django.db.models.expressions import RawSQL

from labeling.kernel.rows import fetch_all
from labeling.models import Annotation, Project, User

_WANTED = """
SELECT t.id, t.priority, t.uncertainty, t.annotation_count, t.meta, {beside} FROM labeling_task t
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
    beside: Any = None
    """What the router asked to be read along (`labeling.services.routing.Route.beside`)."""

    def read_meta(self) -> dict[str, Any]:
        """Return what is known beside the task's data."""
        known: dict[str, Any] = json.loads(self.meta) if isinstance(self.meta, str) else self.meta
        return known


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for work, what they hold already, and what is to be read beside each task.

    `beside` is a statement of one value about the task `{task}`, or empty.
    """

    project: Project
    user: User
    held: Collection[int]
    beside: str = ""


def fresh_candidates(asked: Asked, count: int, rng: random.Random) -> list[Candidate]:
    """Return tasks that want labels and that the user neither answered, skipped nor holds."""
    project, fresh = asked.project, _Fresh(asked, count)
    match project.settings.order:
        case "uncertain":
            return fresh.read("t.priority DESC, t.id")
        case "random":
            return fresh.read("t.id", first=_somewhere(project, rng)) or fresh.read("t.id")
        case _:
            return fresh.read("t.id")


def skipped_candidates(asked: Asked, count: int) -> list[Candidate]:
    """Return what the user skipped once and may see a second, last time: oldest skip first."""
    answered = Annotation.objects.filter(task=OuterRef("pk"), annotator=asked.user)
    tasks = asked.project.tasks.filter(
        ~Exists(answered), wants_labels=1, skips__user=asked.user, skips__times=1
    ).exclude(pk__in=list(asked.held))
    locked = tasks.select_for_update(skip_locked=True, of=("self",))
    beside = RawSQL(_beside(asked, "labeling_task.id"), ())  # noqa: S611  (a router's own text)
    rows = locked.order_by("skips__pk").values_list(
        "pk", "priority", "uncertainty", "annotation_count", "meta", beside
    )
    return [Candidate(*row) for row in rows[:count]]


def _beside(asked: Asked, task: str) -> str:
    return f"({asked.beside.format(task=task)})" if asked.beside else "NULL"


@dataclass(frozen=True, slots=True)
class _Fresh:
    """Who asks for how many tasks."""

    asked: Asked
    count: int

    def read(self, order: str, *, first: int = 0) -> list[Candidate]:
        """Lock what is read where rows can be locked, passing over rows others are taking.

        Where these are all that is left they are returned unlocked: taking one then waits for the
        other person, who may leave a place, instead of saying that nothing is left.
        """
        asked, held = self.asked, self.asked.held
        others = f"AND t.id NOT IN ({', '.join(['%s'] * len(held))})" if held else ""
        start = f"AND t.id >= {first:d}" if first else ""
        wanted = _WANTED.format(beside=_beside(asked, "t.id"))
        sql = f"{wanted} {start} {others} ORDER BY {order} LIMIT {self.count:d}"
        parameters = [asked.project.pk, asked.user.pk, asked.user.pk, *held]
        if connection.features.has_select_for_update_skip_locked and self.count <= MOST_LOCKED:
            free = fetch_all(f"{sql} FOR UPDATE OF t SKIP LOCKED", parameters)
            if free:
                return [Candidate(*row) for row in free]
        return [Candidate(*row) for row in fetch_all(sql, parameters)]


def _somewhere(project: Project, rng: random.Random) -> int:
    """A random id; a run of finished tasks makes its successor likelier, which is fine."""
    ends = project.tasks.filter(wants_labels=1).aggregate(low=Min("pk"), high=Max("pk"))
    return rng.randint(ends["low"], ends["high"]) if ends["low"] is not None else 0
