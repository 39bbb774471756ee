"""Orders of a task list: indexed ones walk their index; nulls come last both ways."""

from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, F, Func, Q, Value
from django.db.models.expressions import Combinable

from labeling.errors import BadFilter
from labeling.models import TaskState
from labeling.policies import Access
from labeling.selectors.task_filter.columns import (
    DataNumber,
    DataType,
    sortable_text,
)
from labeling.selectors.task_filter.condition import EVERY
from labeling.selectors.task_filter.fields import data_column
from labeling.selectors.veil import Veil, veil_of

INDEXED = {
    "priority": "priority",
    "created_at": "created_at",
    "created": "created_at",
    "updated_at": "updated_at",
    "updated": "updated_at",
}
NULLABLE = ("score", "uncertainty", "agreement")
"""Indexed too; tasks without a value come last."""
SORTED = {
    "annotations": "annotation_count",
    "overlap": "overlap",
    "external_id": "external_id",
}
"""Without an index: the database sorts all matches for each page."""
_COUNTS = frozenset({"annotations", "overlap"})
TELLING = {
    Veil.NONE: frozenset[str](),
    Veil.USUAL: _COUNTS,
    Veil.OTHERS: _COUNTS | {"agreement", "state", "updated", "updated_at"},
}
"""Orders by what somebody may not see."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of an order: which rows, and by what before the id (None: by id alone).

    `is_indexed` says that (project, state, key, id) is an index.
    """

    rows: Q
    key: Combinable | None
    is_indexed: bool = True
    states: frozenset[str] = EVERY

    @property
    def column(self) -> str:
        """The column it is ordered by, if it is one."""
        return str(getattr(self.key, "name", "")) if isinstance(self.key, F) else ""


@dataclass(frozen=True, slots=True)
class Order:
    """Phases one after the other, each rising or each falling; ids break ties alike."""

    phases: tuple[Phase, ...]
    falling: bool


class RowAfter(Func):
    """`(key, id) > (?, ?)`: a row comparison, which an index of (key, id) can start at."""

    output_field = BooleanField()
    conditional = True

    def __init__(self, key: Combinable, place: Any, row_id: int, *, falling: bool) -> None:
        super().__init__(key, F("pk"), Value(place), Value(row_id))
        self.sign = "<" if falling else ">"

    def as_sql(  # type: ignore[override]  # the template of Func has no place for two pairs
        self, compiler: Any, connection: Any, **_: Any
    ) -> tuple[str, tuple[Any, ...]]:
        """Return the comparison."""
        parts = [compiler.compile(part) for part in self.source_expressions]
        (key, key_of), (pk, pk_of), (place, place_of), (row, row_of) = parts
        sql = f"({key}, {pk}) {self.sign} ({place}, {row})"
        return sql, (*key_of, *pk_of, *place_of, *row_of)


def read_order(access: Access, raw: str) -> Order:
    """Return the order a client named: a whitelisted column, `-` before it for falling."""
    falling, name = raw.startswith("-"), raw.removeprefix("-")
    if name in {"", "id"}:
        return Order((Phase(Q(), None),), falling)
    if name in TELLING[veil_of(access)]:
        raise BadFilter(f"{name} is kept blind in this project", 0, "blind", name=name)
    if name == "state":
        states = sorted(TaskState.values, reverse=falling)
        return Order(
            tuple(Phase(Q(), None, states=frozenset({state})) for state in states), falling
        )
    if column := INDEXED.get(name):
        return Order((Phase(Q(), F(column)),), falling)
    if column := SORTED.get(name):
        return Order((Phase(Q(), F(column), is_indexed=False),), falling)
    if name in NULLABLE:
        known = Q(**{f"{name}__isnull": False})
        return Order((Phase(known, F(name)), Phase(~known, None)), falling)
    if (key := data_column(name)) is not None:
        return _by_data(key, falling)
    known_names = ", ".join(["id", "state", *INDEXED, *NULLABLE, *SORTED, "data.<field>"])
    said = f"unknown order {name!r}; known: {known_names}"
    raise BadFilter(said, 0, "unknown_order", name=name, known=known_names)


def _by_data(key: str, falling: bool) -> Order:
    """Numbers by value first, then texts by their letters, then the rest by id."""
    number, text = DataNumber(key), DataType(key)
    is_number, is_text = Q(IsKnown(number)), Q(IsKnown(text))
    return Order(
        (
            Phase(is_number, number, is_indexed=False),
            Phase(is_text & ~is_number, sortable_text(key), is_indexed=False),
            Phase(~is_number & ~is_text, None, is_indexed=False),
        ),
        falling,
    )


class IsKnown(Func):
    """`x IS NOT NULL` of an expression."""

    template = "(%(expressions)s IS NOT NULL)"
    output_field = BooleanField()
    conditional = True
