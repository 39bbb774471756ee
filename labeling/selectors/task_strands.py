"""How the rows of a list are found: the few an index names, or strands that are merged.

Each order has an index of (project, state, key, id). A list walks it once for each state a match
can be in, and the database merges these strands as it reads them: so any choice of states costs
what a page costs, wherever in the order its tasks lie.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet

from labeling.models import Task
from labeling.selectors.task_filter.compile import TaskFilter
from labeling.selectors.task_filter.condition import EVERY, Walked
from labeling.selectors.task_order import Phase, RowAfter

Row = tuple[int, Any]
"""An id, and the value that the order compares before it."""


class Strands:
    """The tasks that a filter finds, to be read in any order or counted."""

    def __init__(self, tasks: QuerySet[Task], filter: TaskFilter) -> None:
        self._tasks = tasks
        self._filter = filter

    def rows(self, phase: Phase, after: Row | None, limit: int, *, falling: bool) -> list[Row]:
        """Return the first rows of a phase of an order, behind a row where one is given."""
        strands = [_in_phase(strand, phase, after, falling=falling) for strand in self._of(phase)]
        if not strands:
            return []
        sign = "-" if falling else ""
        keys = [f"{sign}pk"] if phase.key is None else [f"{sign}place", f"{sign}pk"]
        if len(strands) > 1 and connection.features.supports_slicing_ordering_in_compound:
            # PostgreSQL merges what is ordered already; SQLite orders the strands by itself.
            strands = [strand.order_by(*keys)[:limit] for strand in strands]
        first, *rest = strands
        found = first.union(*rest, all=True) if rest else first
        return list(found.order_by(*keys)[:limit])

    def matching(self) -> QuerySet[Task]:
        """Return all of them, in no order."""
        if self._few is not None:
            return self._among(self._few)
        found = self._tasks.filter(self._filter.meaning).order_by()
        states = self._filter.states
        return found if states == EVERY else found.filter(state__in=sorted(states))

    @cached_property
    def _few(self) -> QuerySet[Any, int] | None:
        return self._filter.few(self._tasks)

    def _among(self, few: QuerySet[Any, int]) -> QuerySet[Task]:
        """Return the matches among these ids, which lie in the project and lead to each task."""
        return self._filter.walked(Task.objects.filter(pk__in=few), by="")

    def _of(self, phase: Phase) -> Iterator[QuerySet[Task]]:
        states = self._filter.states & phase.states
        if not states:
            return
        if self._few is not None:
            found = self._among(self._few)
            yield found if states == EVERY else found.filter(Walked(Q(state__in=sorted(states))))
        elif not phase.is_indexed:
            yield self._tasks.filter(self._filter.meaning)
        elif states == EVERY and phase.key is None and not phase.rows:
            yield self._filter.walked(self._tasks, by="")  # the index of (project, id)
        else:
            walked = self._filter.walked(self._tasks, by=phase.column)
            for state in sorted(states):
                yield walked.filter(state=state)


def _in_phase(
    tasks: QuerySet[Task], phase: Phase, after: Row | None, *, falling: bool
) -> QuerySet[Task, Row]:
    rows = tasks.filter(phase.rows).order_by()
    if after is not None and phase.key is None:
        rows = rows.filter(Q(pk__lt=after[0]) if falling else Q(pk__gt=after[0]))
    elif after is not None and phase.key is not None:
        rows = rows.filter(RowAfter(phase.key, after[1], after[0], falling=falling))
    return rows.annotate(place=phase.key or F("pk")).values_list("pk", "place")
