"""Users read by a written-out statement: every request needs one."""

from collections.abc import Sequence
from typing import Any

from labeling.kernel.rows import Row, Rows, fetch_one
from labeling.models import User

_USERS = Rows(User, "u")


def find_user(rest: str, parameters: Sequence[Any], *, beside: str = "") -> tuple[User, Row] | None:
    """Return the user `u` that a statement finds, and the columns asked for beside it.

    `rest` follows `FROM labeling_user u`; `beside` lists further columns, which come as the
    database has them.
    """
    columns = f"{_USERS.columns}, {beside}" if beside else _USERS.columns
    row = fetch_one(f"SELECT {columns} FROM labeling_user u {rest}", parameters)  # noqa: S608  (our own text)
    return None if row is None else (_USERS.made(row), row[_USERS.width :])
