"""Django's sessions and users, read by one written-out statement each: every request does both."""

from functools import lru_cache
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import connection
from django.utils import timezone

from labeling.models import User


class SessionStore(DatabaseStore):
    """The database's sessions, without building the same query for each request."""

    def load(self) -> dict[str, Any]:
        """Return the live session's content; a dead or unknown one is empty."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT session_data FROM django_session "
                "WHERE session_key = %s AND expire_date > %s",
                [self.session_key, now],
            )
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        content: dict[str, Any] = self.decode(row[0])
        return content


class UserBackend(ModelBackend):
    """Django's users by name and password."""

    def get_user(self, user_id: int) -> User | None:
        """Return an active user."""
        names, statement, converters = _user_statement(connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(statement, [user_id])
            row = cursor.fetchone()
        if row is None:
            return None
        values = list(row)
        for index, (functions, column) in converters.items():
            for convert in functions:
                values[index] = convert(values[index], column, connection)
        user = User.from_db(connection.alias, names, values)
        return user if self.user_can_authenticate(user) else None


@lru_cache(maxsize=4)
def _user_statement(_vendor: str) -> tuple[list[str], str, dict[int, Any]]:
    """Return the columns, the statement, and how values come out of this kind of database."""
    fields = User._meta.concrete_fields
    columns = [field.get_col(User._meta.db_table) for field in fields]
    compiler = User.objects.all().query.get_compiler(connection=connection)
    listed = ", ".join(str(field.column) for field in fields)
    statement = f"SELECT {listed} FROM labeling_user WHERE id = %s"  # noqa: S608  (our own names)
    return [field.attname for field in fields], statement, compiler.get_converters(columns)
