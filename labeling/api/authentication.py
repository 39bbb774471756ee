"""Personal tokens of programs: `Authorization: Token <key>`, or as a password."""

import base64
import binascii
import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from labeling.models import PersonalToken, User
from labeling.selectors.users import find_user

USED_STEP = timedelta(seconds=60)
"""How far `last_used_at` may lag behind, so that reading stays cheap."""
_BESIDE = "t.id, t.scopes, t.last_used_at IS NULL OR t.last_used_at < %s"
_BY_DIGEST = "JOIN labeling_personaltoken t ON t.user_id = u.id WHERE t.digest = %s"


class PersonalTokenAuthentication(BaseAuthentication):
    """Look the key's digest up; the key itself is stored nowhere."""

    keyword = "Token"

    def authenticate(self, request: Request) -> tuple[User, int] | None:
        """Return the token's user and its id, or None when another scheme is used."""
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"token":
            return None
        if len(parts) != 2:
            raise AuthenticationFailed("Write the header as `Authorization: Token <key>`.")
        return self.signed_in(request, parts[1])

    @staticmethod
    def signed_in(request: Request, key: bytes) -> tuple[User, int]:
        """Return the user and the id of a token, or refuse it."""
        stale_before = timezone.now() - USED_STEP
        found = _found(hashlib.sha256(key).hexdigest(), stale_before)
        if found is None or not found[0].is_active:
            raise AuthenticationFailed("This token is unknown or was revoked. Make a new one.")
        user, (token_id, scopes, is_stale) = found
        if scopes and "write" not in scopes and request.method not in SAFE_METHODS:
            raise PermissionDenied("This token may only read.")
        if is_stale:
            _note_use(token_id, stale_before)
        return user, token_id

    def authenticate_header(self, request: Request) -> str:
        """Make DRF answer 401 rather than 403."""
        return self.keyword


class PasswordTokenAuthentication(PersonalTokenAuthentication):
    """A token as the password of Basic authentication, for programs that know nothing else."""

    keyword = "Basic"

    def authenticate(self, request: Request) -> tuple[User, int] | None:
        """Return the token's user and its id, or None when another scheme is used."""
        scheme, _, encoded = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"basic":
            return None
        try:
            key = base64.b64decode(encoded, validate=True).partition(b":")[2]
        except binascii.Error as error:
            raise AuthenticationFailed("The header is no Basic authentication.") from error
        return self.signed_in(request, key)


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


class PersonalTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tells the API's documents how a program signs in."""

    target_class = PersonalTokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Token <key>",
        }


class PasswordTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """As above, for the addresses that Label Studio asks."""

    target_class = PasswordTokenAuthentication
    name = "token_as_password"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Describe it as Basic authentication."""
        return {"type": "http", "scheme": "basic"}
