"""Turns a filter's tree into conditions, and finds an index that can drive them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any as Anything

from django.db.models import Q, QuerySet

from labeling.errors import BadFilter
from labeling.models import Task
from labeling.policies import Access
from labeling.selectors.similarity import similar_tasks
from labeling.selectors.task_filter.condition import (
    EVERY,
    Condition,
    Walked,
    all_of,
    any_of,
)
from labeling.selectors.task_filter.fields import INDEXED, condition_of
from labeling.selectors.task_filter.parser import All, Any, Call, Comparison, Node, Not, parse

DRIVEN = 5000
"""Up to so many matching rows are fetched by an index of their own; more are walked in order."""


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """A compiled filter: conditions joined by `and`."""

    parts: tuple[Condition, ...] = ()

    @property
    def meaning(self) -> Q:
        """The whole condition."""
        return all_of(self.parts).meaning if self.parts else Q()

    @property
    def states(self) -> frozenset[str]:
        """The states a match can be in."""
        return EVERY.intersection(*(part.states for part in self.parts))

    def few(self, tasks: QuerySet[Task]) -> QuerySet[Anything, int] | None:
        """Return a query of ids that hold every match, if an index says that they are few.

        The planner cannot know whether a value is rare (SQLite keeps averages only), and both
        wrong guesses read a million rows. So each index that could drive is asked for its first
        rows: if they are few, they are all; if they are many, an order's index meets some soon.
        """
        rarest, least = None, DRIVEN + 1
        for driver in self._drivers(tasks):
            count = driver[:least].count()
            if count < least:
                rarest, least = driver, count
        return rarest

    def walked(self, tasks: QuerySet[Task], *, by: str) -> QuerySet[Task]:
        """Return the matching tasks for a walk along the index of the column `by`."""
        for part in self.parts:
            is_range = part.column and part.column == by
            tasks = tasks.filter(part.meaning if is_range else Walked(part.meaning))
        return tasks

    def _drivers(self, tasks: QuerySet[Task]) -> Iterator[QuerySet[Anything, int]]:
        """Yield the indexed ways to the matches; both ends of a range are one way."""
        yield from (part.driver for part in self.parts if part.driver is not None)
        for column in sorted({part.column for part in self.parts} & INDEXED):
            ranged = [part.meaning for part in self.parts if part.column == column]
            found = tasks.filter(*ranged, state__in=sorted(self.states))
            yield found.order_by().values_list("pk", flat=True)


def compile_filter(access: Access, text: str) -> TaskFilter:
    """Return the filter of a text; a bad one is refused with its position."""
    node = parse(text)
    if node is None:
        return TaskFilter()
    nodes = node.parts if isinstance(node, All) else (node,)
    return TaskFilter(tuple(_condition(access, item) for item in nodes))


def _condition(access: Access, node: Node) -> Condition:
    match node:
        case Not():
            return _condition(access, node.inner).negated()
        case All():
            return all_of(_condition(access, part) for part in node.parts)
        case Any():
            return any_of(_condition(access, part) for part in node.parts)
        case Comparison():
            return condition_of(access, node)
        case Call():
            return _call(access, node)


def _call(access: Access, node: Call) -> Condition:
    if node.name != "similar_to":
        said = f"there is no {node.name}(); known: similar_to(task id)"
        raise BadFilter(said, node.position, "unknown_function", name=node.name)
    if len(node.values) != 1 or not node.values[0].text.isdigit():
        raise BadFilter("similar_to takes one task id", node.position, "one_task")
    task_id = int(node.values[0].text[:18])
    if not access.project.tasks.filter(pk=task_id).exists():
        raise BadFilter(
            "there is no such task in this project", node.values[0].position, "no_such_task"
        )
    ids = list(similar_tasks(access.project.pk, task_id))[:DRIVEN]
    driver = access.project.tasks.filter(pk__in=ids).order_by().values_list("pk", flat=True)
    return Condition(Q(pk__in=ids), driver)
