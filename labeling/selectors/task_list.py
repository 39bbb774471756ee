"""A page of a project's tasks: filtered, ordered, starting where the last one ended."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils.dateparse import parse_datetime

from labeling.kernel.clock import wire_time
from labeling.kernel.errors import BadInput
from labeling.kernel.paging import Page, read_cursor, write_cursor
from labeling.models import Task
from labeling.policies import Access
from labeling.selectors.projects import project_counts
from labeling.selectors.task_filter.compile import compile_filter
from labeling.selectors.task_order import Order, read_order
from labeling.selectors.task_strands import Strands
from labeling.selectors.time_limit import TooSlow, at_most

ESTIMATE_UP_TO = 10_000
"""An estimate counts so far and then answers one more: "over 10,000"."""
ESTIMATE_S = 0.05
"""An estimate that takes longer is left out."""
LIST_S = 10.0
"""A page or an exact count that takes longer is refused."""


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
    found: Strands
    order: Order
    place: Place | None

    @property
    def may_be_slow(self) -> bool:
        """Whether the rows might not simply be the next of an index."""
        return bool(self.text.strip()) or not all(p.is_indexed for p in self.order.phases)

    @classmethod
    def read(cls, access: Access, given: Mapping[str, Any]) -> "TaskQuery":
        """Read `filter`, `order` and `cursor`; whatever is wrong is refused with its position."""
        text = str(given.get("filter", ""))
        order = read_order(access, str(given.get("order", "")))
        return cls(
            text=text,
            found=Strands(access.project.tasks.all(), compile_filter(access, text)),
            order=order,
            place=_read_place(given.get("cursor"), order),
        )


def page_of_tasks(access: Access, query: TaskQuery, limit: int) -> Page[Task]:
    """Return a page; the phases of the order cost one query each at most."""
    place = query.place
    backward = place is not None and place.backward
    with at_most(LIST_S) if query.may_be_slow else nullcontext():
        found = _found(query, limit + 1, backward=backward)
        has_more = len(found) > limit
        found = found[:limit]
        if backward:
            found.reverse()
        tasks = access.project.tasks.in_bulk([at.row_id for at in found])
    return _page(found, tasks, place, has_more=has_more)


def _found(query: TaskQuery, limit: int, *, backward: bool) -> list[Place]:
    place, order = query.place, query.order
    found: list[Place] = []
    numbers = range(len(order.phases))
    for number in reversed(numbers) if backward else numbers:
        if place is not None and (number > place.phase if backward else number < place.phase):
            continue
        if len(found) >= limit:
            break
        after = None
        if place is not None and place.phase == number:
            after = (place.row_id, place.value)
        phase, falling = order.phases[number], order.falling != backward
        for row_id, value in query.found.rows(phase, after, limit - len(found), falling=falling):
            found.append(Place(backward, number, value, row_id))
    return found


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
    matching = query.found.matching()
    if wanted == "exact":
        with at_most(LIST_S):
            return {"count": matching.count()}
    try:
        with at_most(ESTIMATE_S):
            return {"count": matching[: ESTIMATE_UP_TO + 1].count()}
    except TooSlow:
        return {}


def _page(
    found: list[Place], tasks: dict[int, Task], place: Place | None, *, has_more: bool
) -> Page[Task]:
    backward = place is not None and place.backward
    before = has_more if backward else place is not None
    after = has_more if not backward else True
    rows = [tasks[at.row_id] for at in found if at.row_id in tasks]
    return Page(
        rows,
        next=replace(found[-1], backward=False).as_cursor() if found and after else None,
        previous=replace(found[0], backward=True).as_cursor() if found and before else None,
    )


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
