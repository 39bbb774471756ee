"""What a piece of a filter means to the database, and what it says about a task's state."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any

from django.db.models import BooleanField, Func, Q, QuerySet

from labeling.models import TaskState

EVERY = frozenset(TaskState.values)
ANSWERED = EVERY - {TaskState.OPEN.value}
"""A task with any annotation, even a rejected one, is no longer open."""
COUNTED = ANSWERED - {TaskState.REJECTED.value}
"""A task with an annotation that counts."""
UNCOUNTED = EVERY - COUNTED


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on tasks.

    `states` are those a match can be in: lists walk an index for each state, so whatever is known
    of them saves a walk past tasks that cannot match. `driver` finds the ids of all matches by an
    index, if one can; `column` is the column compared, if it is one.
    """

    meaning: Q
    driver: QuerySet[Any, int] | None = None
    column: str = ""
    states: frozenset[str] = EVERY

    def negated(self) -> "Condition":
        """Return the opposite."""
        states = EVERY - self.states if self.column == "state" else EVERY
        return Condition(~self.meaning, column=self.column, states=states)


class Walked(Func):
    """A condition tested row by row: SQLite must not pick an index for it over the order's."""

    template = "(%(expressions)s)"
    output_field = BooleanField()
    conditional = True

    def as_sqlite(
        self, compiler: Any, connection: Any, **extra: Any
    ) -> tuple[str, tuple[Any, ...]]:
        """`likely()` is SQLite's own hint, and no index reaches inside it."""
        return super().as_sql(compiler, connection, template="likely(%(expressions)s)", **extra)


def all_of(conditions: Iterable[Condition]) -> Condition:
    """Return what holds where each of these holds."""
    found = list(conditions)
    return Condition(
        reduce(and_, (one.meaning for one in found)),
        states=EVERY.intersection(*(one.states for one in found)),
    )


def any_of(conditions: Iterable[Condition]) -> Condition:
    """Return what holds where one of these holds."""
    found = list(conditions)
    return Condition(
        reduce(or_, (one.meaning for one in found)),
        states=frozenset().union(*(one.states for one in found)),
    )
