"""Who is at the other end of a call: by a personal token, or by a socket's session."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from labeling.kernel.errors import NotAllowed, NotSignedIn
from labeling.models import PersonalToken, User
from labeling.selectors.users import find_user

__all__ = ["TOKEN_OF_SOCKET", "caller_of", "token_user"]

TOKEN_OF_SOCKET = "penumbra.token"  # noqa: S105  (the name of its place, no secret)
"""Where a socket's scope holds the key of a program that sent one."""
USED_STEP = timedelta(seconds=60)
"""How far `last_used_at` may lag behind, so that reading stays cheap."""
_BESIDE = "t.id, t.scopes, t.last_used_at IS NULL OR t.last_used_at < %s"
_BY_DIGEST = "JOIN labeling_personaltoken t ON t.user_id = u.id WHERE t.digest = %s"


def token_user(key: bytes, *, reads_only: bool) -> tuple[User, int]:
    """Return the user and the id of a token; the key itself is stored nowhere.

    Raises
    ------
    NotSignedIn, NotAllowed
    """
    stale_before = timezone.now() - USED_STEP
    found = _found(hashlib.sha256(key).hexdigest(), stale_before)
    if found is None or not found[0].is_active:
        raise NotSignedIn("This token is unknown or was revoked. Make a new one.")
    user, (token_id, scopes, is_stale) = found
    if scopes and "write" not in scopes and not reads_only:
        raise NotAllowed("This token may only read.")
    if is_stale:
        _note_use(token_id, stale_before)
    return user, token_id


def caller_of(scope: Mapping[str, Any]) -> User:
    """Return who asks over a socket, by the token as it stands now, else by the session.

    Raises
    ------
    NotSignedIn, NotAllowed
    """
    if (key := scope.get(TOKEN_OF_SOCKET)) is not None:
        return token_user(key, reads_only=False)[0]
    user = scope.get("user")
    if not isinstance(user, User):
        raise NotSignedIn("Sign in first, or send a token.")
    return user


def _found(digest: str, stale_before: datetime) -> tuple[User, tuple[int, Any, bool]] | None:
    """Return a token's user, and the token's id, scopes, and whether its last use is long past.

    One statement at every call: a copy kept here would outlive the token's revocation.
    """
    before = connection.ops.adapt_datetimefield_value(stale_before)
    found = find_user(_BY_DIGEST, [before, digest], beside=_BESIDE)
    if found is None:
        return None
    user, (token_id, scopes, is_stale) = found
    # JSON comes as text from SQLite, and from PostgreSQL as Django sets its cursor up.
    return user, (token_id, json.loads(scopes) if isinstance(scopes, str) else scopes, is_stale)


def _note_use(token_id: int, stale_before: datetime) -> None:
    """Write the time of use, once where several calls come together."""
    stale: Any = Q(last_used_at=None) | Q(last_used_at__lt=stale_before)
    PersonalToken.objects.filter(stale, pk=token_id).update(last_used_at=timezone.now())
