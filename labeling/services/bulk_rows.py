"""Inserts many rows at the speed of the database, with ids that are known beforehand.

`bulk_create` builds an instance and a statement of parameters for every row; imports of 100,000
tasks go through here instead: one prepared statement on SQLite, COPY on PostgreSQL.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models
from django.db.models import Field

Row = Sequence[Any]


def allocate_ids(model: type[models.Model], count: int) -> range | list[int]:
    """Return ids that nobody else gets; call inside the transaction that inserts the rows."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
                [table, count],
            )
            return [row[0] for row in cursor.fetchall()]
        # The write lock is held from the start of the transaction, so nobody inserts meanwhile.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        first = (row[0] if row else 0) + 1
        return range(first, first + count)


def insert_rows(model: type[models.Model], columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows of ready values (JSON as text, times as text) for the named fields.

    Fields that are not named get their defaults.
    """
    fields = {field.attname: field for field in model._meta.concrete_fields if not field.generated}
    rest = [name for name in fields if name not in columns and name != "id"]
    defaults = tuple(_default(fields[name]) for name in rest)
    names = [str(fields[name].column) for name in (*columns, *rest)]
    table = connection.ops.quote_name(model._meta.db_table)
    quoted = ", ".join(connection.ops.quote_name(name) for name in names)
    whole = (tuple(row) + defaults for row in rows)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({quoted}) FROM STDIN") as copy:
                for row in whole:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(names))
        cursor.executemany(f"INSERT INTO {table} ({quoted}) VALUES ({marks})", list(whole))  # noqa: S608  (names of our own models)


def _default(field: "Field[Any, Any]") -> Any:
    return field.get_db_prep_save(field.get_default(), connection)
