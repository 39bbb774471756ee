"""Turns a filter's tree into one condition, and finds an index that can drive it."""

from dataclasses import dataclass
from typing import Any as Anything

from django.db.models import BooleanField, Func, Q, QuerySet

from labeling.errors import BadFilter
from labeling.models import Task
from labeling.policies import Access
from labeling.selectors.similarity import similar_tasks
from labeling.selectors.task_filter.fields import Condition, condition_of
from labeling.selectors.task_filter.parser import All, Any, Call, Comparison, Node, Not, parse

DRIVEN = 2000
"""Up to so many matching rows are fetched by an index of their own; more are walked in order."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the conditions that every match satisfies."""

    meaning: Q
    column: str = ""
    driver: QuerySet[Anything, int] | None = None


class Walked(Func):
    """A condition tested row by row: SQLite must not pick an index for it over the order's."""

    template = "(%(expressions)s)"
    output_field = BooleanField()
    conditional = True

    def as_sqlite(
        self, compiler: Anything, connection: Anything, **extra: Anything
    ) -> tuple[str, tuple[Anything, ...]]:
        """`likely()` is SQLite's own hint, and no index reaches inside it."""
        return super().as_sql(compiler, connection, template="likely(%(expressions)s)", **extra)


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """A compiled filter: parts joined by `and`."""

    parts: tuple[Part, ...] = ()

    @property
    def meaning(self) -> Q:
        """The whole condition."""
        meaning = Q()
        for part in self.parts:
            meaning &= part.meaning
        return meaning

    def applied(self, tasks: QuerySet[Task], *, walked_by: str = "") -> QuerySet[Task]:
        """Return the matching tasks: through the rarest part, or walking an order's index.

        The planner cannot know whether a value is rare (SQLite keeps averages only), and both
        wrong guesses read a million rows. So each part with an index is asked for its first rows:
        if they are few, they are all; if they are many, the order's index meets some soon.
        """
        rarest: list[int] | None = None
        for part in self.parts:
            if part.driver is not None:
                ids = list(part.driver[: DRIVEN + 1])
                if len(ids) <= DRIVEN and (rarest is None or len(ids) < len(rarest)):
                    rarest = ids
        if rarest is not None:
            return tasks.filter(self.meaning, pk__in=rarest)
        for part in self.parts:
            ranged = part.column and part.column == walked_by
            tasks = tasks.filter(part.meaning if ranged else Walked(part.meaning))
        return tasks

    def counted(self, tasks: QuerySet[Task]) -> QuerySet[Task]:
        """Return the matching tasks for counting, in no order."""
        return tasks.filter(self.meaning).order_by()


def compile_filter(access: Access, text: str) -> TaskFilter:
    """Return the filter of a text; a bad one is refused with its position."""
    node = parse(text)
    if node is None:
        return TaskFilter()
    nodes = node.parts if isinstance(node, All) else (node,)
    return TaskFilter(tuple(_part(access, item) for item in nodes))


def _part(access: Access, node: Node) -> Part:
    if not isinstance(node, Comparison | Call):
        return Part(_meaning(access, node))
    condition = _condition(access, node)
    return Part(condition.meaning, condition.column, condition.driver)


def _meaning(access: Access, node: Node) -> Q:
    match node:
        case Not():
            return ~_meaning(access, node.inner)
        case All():
            meaning = Q()
            for part in node.parts:
                meaning &= _meaning(access, part)
            return meaning
        case Any():
            meaning = _meaning(access, node.parts[0])
            for part in node.parts[1:]:
                meaning |= _meaning(access, part)
            return meaning
        case _:
            return _condition(access, node).meaning


def _condition(access: Access, node: Comparison | Call) -> Condition:
    if isinstance(node, Comparison):
        return condition_of(access, node)
    if node.name != "similar_to":
        raise BadFilter(f"there is no {node.name}(); known: similar_to(task id)", node.position)
    if len(node.values) != 1 or not node.values[0].text.isdigit():
        raise BadFilter("similar_to takes one task id", node.position)
    task_id = int(node.values[0].text[:18])
    if not access.project.tasks.filter(pk=task_id).exists():
        raise BadFilter("there is no such task in this project", node.values[0].position)
    ids = list(similar_tasks(access.project.pk, task_id))[:DRIVEN]
    driver = access.project.tasks.filter(pk__in=ids).order_by().values_list("pk", flat=True)
    return Condition(Q(pk__in=ids), driver)
