"""Django's sessions and users, read by one written-out statement each: every request does both."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import connection
from django.utils import timezone

from labeling.models import User
from labeling.selectors.users import find_user


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
        found = find_user("WHERE u.id = %s", [user_id])
        return found[0] if found and self.user_can_authenticate(found[0]) else None
