"""Rows read by written-out statements, for what is asked at every call.

Django builds a query in several times the time the database takes to answer it, and `raw` works
the columns out anew each time (measured: `docs/benchmarks/labeling.md`). Here a model's columns
and conversions are worked out once; what comes out is the model's instance as ever.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model

M = TypeVar("M", bound=Model)
Row = tuple[Any, ...]
Conversion = tuple[int, Callable[..., Any], Any]
"""The place of a value, what it goes through, and the column it came from."""


class Rows(Generic[M]):
    """A model's rows under an alias: `columns` for the statement, `made` for what it returns."""

    def __init__(self, model: type[M], alias: str) -> None:
        fields = model._meta.concrete_fields
        self.model = model
        self.columns = ", ".join(f"{alias}.{field.column}" for field in fields)
        self.width = len(fields)
        self._names = [field.attname for field in fields]

    def made(self, row: Row) -> M:
        """Return the instance that a row's first columns hold; others may follow them."""
        database = connections[DEFAULT_DB_ALIAS]  # `connection` looks it up at every mention
        values = list(row[: self.width])
        for index, convert, column in _conversions(self.model, database.vendor):
            values[index] = convert(values[index], column, database)
        return self.model.from_db(database.alias, self._names, values)

    def read(self, sql: str, parameters: Sequence[Any]) -> list[M]:
        """Return the instances of a statement that selects `columns`."""
        return [self.made(row) for row in fetch_all(sql, parameters)]


def fetch_all(sql: str, parameters: Sequence[Any]) -> list[Row]:
    """Return a statement's rows as the database has them."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[Row] = cursor.fetchall()
        return rows


def fetch_one(sql: str, parameters: Sequence[Any]) -> Row | None:
    """Return a statement's first row as the database has it."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        row: Row | None = cursor.fetchone()
        return row


@lru_cache(maxsize=64)
def _conversions(model: type[Model], _vendor: str) -> tuple[Conversion, ...]:
    """Return how a model's values come out of this kind of database."""
    compiler = model._default_manager.all().query.get_compiler(connection=connection)
    columns = [f.get_col(model._meta.db_table) for f in model._meta.concrete_fields]
    return tuple(
        (index, convert, column)
        for index, (converts, column) in compiler.get_converters(columns).items()
        for convert in converts
    )
