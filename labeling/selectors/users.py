"""Users read by a written-out statement: every request needs one."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connection

from labeling.models import User


def find_user(
    rest: str, parameters: Sequence[Any], *, beside: str = ""
) -> tuple[User, tuple[Any, ...]] | None:
    """Return the user `u` that a statement finds, and the columns asked for beside it.

    `rest` follows `FROM labeling_user u`; `beside` lists further columns, which come as the
    database has them. The ORM's own way, and `raw` too, takes several times as long.
    """
    names, columns, converters = _reading(connection.vendor)
    statement = f"SELECT {columns}{', ' * bool(beside)}{beside} FROM labeling_user u {rest}"  # noqa: S608  (our own text)
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        row = cursor.fetchone()
    if row is None:
        return None
    values = list(row[: len(names)])
    for index, (functions, column) in converters.items():
        for convert in functions:
            values[index] = convert(values[index], column, connection)
    return User.from_db(connection.alias, names, values), row[len(names) :]


@lru_cache(maxsize=4)
def _reading(_vendor: str) -> tuple[list[str], str, dict[int, Any]]:
    """Return the fields, their columns, and how values come out of this kind of database."""
    fields = User._meta.concrete_fields
    compiler = User.objects.all().query.get_compiler(connection=connection)
    converters = compiler.get_converters([f.get_col(User._meta.db_table) for f in fields])
    columns = ", ".join(f"u.{field.column}" for field in fields)
    return [field.attname for field in fields], columns, converters
