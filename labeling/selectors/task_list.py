"""A page of a project's tasks: filtered, ordered, starting where the last one ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet
from django.utils.dateparse import parse_datetime

from labeling.kernel.clock import wire_time
from labeling.kernel.errors import BadInput
from labeling.kernel.paging import Page, read_cursor, write_cursor
from labeling.models import Task
from labeling.policies import Access
from labeling.selectors.projects import project_counts
from labeling.selectors.task_filter.compile import TaskFilter, compile_filter
from labeling.selectors.task_order import Order, RowAfter, in_order, read_order

ESTIMATE_UP_TO = 10_000
"""An estimate counts so far and then answers one more: "over 10,000"."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page starts: behind (or before) a row of a phase."""

    backward: bool
    phase: int
    value: Any
    row_id: int

    def as_cursor(self) -> str:
        """Return it as opaque text."""
        value = wire_time(self.value) if isinstance(self.value, datetime) else self.value
        return write_cursor(["p" if self.backward else "n", self.phase, value, self.row_id])


@dataclass(frozen=True, slots=True)
class TaskQuery:
    """What a client asked of the list."""

    text: str
    filter: TaskFilter
    order: Order
    place: Place | None

    @classmethod
    def read(cls, access: Access, given: Mapping[str, Any]) -> "TaskQuery":
        """Read `filter`, `order` and `cursor`; whatever is wrong is refused with its position."""
        text = str(given.get("filter", ""))
        order = read_order(access, str(given.get("order", "")))
        return cls(
            text=text,
            filter=compile_filter(access, text),
            order=order,
            place=_read_place(given.get("cursor"), order),
        )


def page_of_tasks(access: Access, query: TaskQuery, limit: int) -> Page[Task]:
    """Return a page; the phases of the order cost one query each at most."""
    place = query.place
    backward = place is not None and place.backward
    falling = query.order.falling != backward
    key = query.order.phases[0].key
    walked_by = str(getattr(key, "name", "")) if isinstance(key, F) else ""
    tasks = query.filter.applied(access.project.tasks.all(), walked_by=walked_by)
    found: list[tuple[int, Task]] = []
    numbers = list(range(len(query.order.phases)))
    for number in reversed(numbers) if backward else numbers:
        if place is not None and (number > place.phase if backward else number < place.phase):
            continue
        left = limit + 1 - len(found)
        if left <= 0:
            break
        rows = _rows(tasks, query.order, number, place, falling=falling)
        found += [(number, task) for task in rows[:left]]
    has_more = len(found) > limit
    found = found[:limit]
    if backward:
        found.reverse()
    return _page(found, has_more, place)


def matching_ids(access: Access, text: str, *, after: int, limit: int) -> list[int]:
    """Return ids that a filter finds, in the order of ids, for work in chunks."""
    tasks = access.project.tasks.filter(compile_filter(access, text).meaning, pk__gt=after)
    return list(tasks.order_by("pk").values_list("pk", flat=True)[:limit])


def count_tasks(access: Access, query: TaskQuery, wanted: str | None) -> dict[str, int]:
    """Return `count` if it was asked for; counting is never part of an ordinary page."""
    if wanted is None:
        return {}
    if wanted not in {"estimate", "exact"}:
        raise BadInput("count: estimate or exact.")
    if not query.text.strip():
        return {"count": project_counts(access.project.pk).tasks}
    matching = query.filter.counted(access.project.tasks.all())
    if wanted == "exact":
        return {"count": matching.count()}
    return {"count": min(matching[: ESTIMATE_UP_TO + 1].count(), ESTIMATE_UP_TO + 1)}


def _rows(
    tasks: QuerySet[Task], order: Order, number: int, place: Place | None, *, falling: bool
) -> QuerySet[Task]:
    phase = order.phases[number]
    rows = in_order(tasks, phase, falling=falling)
    if place is None or place.phase != number:
        return rows
    if phase.key is None:
        return rows.filter(Q(pk__lt=place.row_id) if falling else Q(pk__gt=place.row_id))
    return rows.filter(RowAfter(phase.key, place.value, place.row_id, falling=falling))


def _page(found: list[tuple[int, Task]], has_more: bool, place: Place | None) -> Page[Task]:
    backward = place is not None and place.backward
    before = has_more if backward else place is not None
    after = has_more if not backward else True
    rows = [task for _, task in found]
    return Page(
        rows,
        next=_place_of(found[-1], backward=False) if found and after else None,
        previous=_place_of(found[0], backward=True) if found and before else None,
    )


def _place_of(row: tuple[int, Task], *, backward: bool) -> str:
    number, task = row
    return Place(backward, number, getattr(task, "place", None), task.pk).as_cursor()


def _read_place(cursor: Any, order: Order) -> Place | None:
    if cursor is None:
        return None
    direction, phase, value, row_id = read_cursor(str(cursor), 4)
    sound = (
        direction in {"n", "p"}
        and isinstance(phase, int)
        and 0 <= phase < len(order.phases)
        and isinstance(row_id, int)
        and abs(row_id) < 2**63
        and isinstance(value, str | int | float | None)
    )
    if not sound:
        raise BadInput("cursor: use the address in `next` or `previous` as it is.")
    return Place(direction == "p", phase, _stored(value, order, phase), row_id)


def _stored(value: Any, order: Order, phase: int) -> Any:
    """Bring a place back to the column's type; a cursor of another order is refused."""
    key = order.phases[phase].key
    name = getattr(key, "name", "")
    if key is None:
        return None
    if name in {"created_at", "updated_at"}:
        moment = parse_datetime(value) if isinstance(value, str) else None
        if moment is None:
            raise BadInput("cursor: it belongs to another order.")
        return connection.ops.adapt_datetimefield_value(moment)
    is_text = name in {"state", "external_id"} or type(key).__name__ == "Left"
    if isinstance(value, str) != is_text or value is None:
        raise BadInput("cursor: it belongs to another order.")
    return value
