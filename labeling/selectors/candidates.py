"""Which tasks a person may get next: one walk along an index, whatever the size of the project."""

import random
from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, Max, Min, OuterRef

from labeling.kernel.rows import Rows
from labeling.models import Annotation, Project, Task, User

_TASKS = Rows(Task, "t")
_WANTED = f"""
SELECT {_TASKS.columns} FROM labeling_task t
WHERE t.project_id = %s AND t.wants_labels = 1
AND NOT EXISTS (SELECT 1 FROM labeling_annotation a WHERE a.task_id = t.id AND a.annotator_id = %s)
AND NOT EXISTS (SELECT 1 FROM labeling_skip s WHERE s.task_id = t.id AND s.user_id = %s)
"""  # noqa: S608  (our own text)


def fresh_candidates(
    project: Project, user: User, held: Collection[int], count: int, rng: random.Random
) -> list[Task]:
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
) -> list[Task]:
    """Return what the user skipped once and may see a second, last time: oldest skip first."""
    answered = Annotation.objects.filter(task=OuterRef("pk"), annotator=user)
    tasks = project.tasks.filter(
        ~Exists(answered), wants_labels=1, skips__user=user, skips__times=1
    ).exclude(pk__in=list(held))
    locked = tasks.select_for_update(skip_locked=True, of=("self",))
    return list(locked.order_by("skips__pk")[:count])


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who asks for how many tasks."""

    project: Project
    user: User
    held: Collection[int]
    count: int

    def read(self, order: str, *, first: int = 0) -> list[Task]:
        """Lock what is read where rows can be locked, passing over rows others are taking.

        Where these are all that is left they are returned unlocked: taking one then waits for the
        other person, who may leave a place, instead of saying that nothing is left.
        """
        others = f"AND t.id NOT IN ({', '.join(['%s'] * len(self.held))})" if self.held else ""
        start = f"AND t.id >= {first:d}" if first else ""
        sql = f"{_WANTED} {start} {others} ORDER BY {order} LIMIT {self.count:d}"
        parameters = [self.project.pk, self.user.pk, self.user.pk, *self.held]
        if connection.features.has_select_for_update_skip_locked:
            free = _TASKS.read(f"{sql} FOR UPDATE OF t SKIP LOCKED", parameters)
            if free:
                return free
        return _TASKS.read(sql, parameters)


def _somewhere(project: Project, rng: random.Random) -> int:
    """A random id; a run of finished tasks makes its successor likelier, which is fine."""
    ends = project.tasks.filter(wants_labels=1).aggregate(low=Min("pk"), high=Max("pk"))
    return rng.randint(ends["low"], ends["high"]) if ends["low"] is not None else 0
