"""Turns a filter's tree into one condition, and finds an index that can drive it."""

from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from labeling.errors import BadFilter
from labeling.models import Task
from labeling.policies import Access
from labeling.selectors.similarity import similar_tasks
from labeling.selectors.task_filter.fields import Condition, condition_of
from labeling.selectors.task_filter.parser import All, Any, Call, Comparison, Node, Not, parse

DRIVEN = 2000
"""Up to so many matching rows are fetched by an index of their own; more are walked in order."""


@dataclass(slots=True)
class TaskFilter:
    """A compiled filter; `drivers` are the indexed parts that every match satisfies."""

    meaning: Q = field(default_factory=Q)
    drivers: list[QuerySet[Task]] = field(default_factory=list)

    def applied(self, tasks: QuerySet[Task]) -> QuerySet[Task]:
        """Return the matching tasks, through the rarest indexed part if that is rare.

        The planner cannot know whether a value is rare (SQLite keeps averages only), and both
        wrong guesses walk a million rows; so each indexed part is asked for its first rows.
        """
        rarest: list[int] | None = None
        for driver in self.drivers:
            ids = list(driver.order_by().values_list("pk", flat=True)[: DRIVEN + 1])
            if len(ids) <= DRIVEN and (rarest is None or len(ids) < len(rarest)):
                rarest = ids
        if rarest is not None:
            tasks = tasks.filter(pk__in=rarest)
        return tasks.filter(self.meaning)


def compile_filter(access: Access, text: str) -> TaskFilter:
    """Return the filter of a text; a bad one is refused with its position."""
    node = parse(text)
    if node is None:
        return TaskFilter()
    found = TaskFilter(_meaning(access, node))
    parts = node.parts if isinstance(node, All) else (node,)
    for part in parts:
        if isinstance(part, Comparison | Call) and (driver := _condition(access, part).driver):
            found.drivers.append(driver)
    return found


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
    return Condition(Q(pk__in=ids), access.project.tasks.filter(pk__in=ids))
