"""Personal tokens of programs: `Authorization: Token <key>`."""

import hashlib
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from labeling.models import PersonalToken, User

USED_STEP_S = 60


class PersonalTokenAuthentication(BaseAuthentication):
    """Look the key's digest up; the key itself is stored nowhere."""

    keyword = "Token"

    def authenticate(self, request: Request) -> tuple[User, PersonalToken] | None:
        """Return the token's user, or None when another scheme is used."""
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"token":
            return None
        if len(parts) != 2:
            raise AuthenticationFailed("Write the header as `Authorization: Token <key>`.")
        digest = hashlib.sha256(parts[1]).hexdigest()
        token = PersonalToken.objects.select_related("user").filter(digest=digest).first()
        if token is None or not token.user.is_active:
            raise AuthenticationFailed("This token is unknown or was revoked. Make a new one.")
        if token.scopes and "write" not in token.scopes and request.method not in SAFE_METHODS:
            raise PermissionDenied("This token may only read.")
        self._note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Make DRF answer 401 rather than 403."""
        return self.keyword

    @staticmethod
    def _note_use(token: PersonalToken) -> None:
        """Write the time of use at most once a minute, so that reading stays cheap."""
        now = timezone.now()
        step = timedelta(seconds=USED_STEP_S)
        if token.last_used_at is None or now - token.last_used_at > step:
            stale: Any = Q(last_used_at=None) | Q(last_used_at__lt=now - step)
            PersonalToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)


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
