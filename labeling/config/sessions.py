"""Django's sessions and users, read by one written-out statement each: every request does both."""

from functools import lru_cache
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.core import signing
from django.db import connection
from django.utils import timezone

from labeling.kernel.rows import fetch_one
from labeling.models import User
from labeling.selectors.users import find_user

_LIVE = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(DatabaseStore):
    """The database's sessions, without building the same query for each request."""

    def load(self) -> dict[str, Any]:
        """Return the live session's content; a dead or unknown one is empty."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        row = fetch_one(_LIVE, [self.session_key, now])
        if row is None:
            self._session_key = None
            return {}
        try:
            content = self.serializer().loads(_signed(row[0], self.key_salt))
        except signing.BadSignature:
            content = self.decode(row[0])  # tells the log, and is empty
        return dict(content)


class UserBackend(ModelBackend):
    """Django's users by name and password."""

    def get_user(self, user_id: int) -> User | None:
        """Return an active user."""
        found = find_user("WHERE u.id = %s", [user_id])
        return found[0] if found and self.user_can_authenticate(found[0]) else None


class _Untouched(signing.JSONSerializer):
    """Leaves the bytes to be read later."""

    def loads(self, data: bytes) -> bytes:
        """Return them."""
        return data


@lru_cache(maxsize=1024)
def _signed(text: str, salt: str) -> bytes:
    """Return what a text carries, once its signature was found right.

    Checking and unpacking take longer than reading the row, and depend on the text alone: a session
    that changed has another text, so what is kept here cannot be out of date.
    """
    content: bytes = signing.loads(text, salt=salt, serializer=_Untouched)
    return content
