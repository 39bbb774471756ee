"""Personal tokens of programs: `Authorization: Token <key>`, or as a password."""

import base64
import binascii
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from labeling.kernel.errors import NotAllowed, NotSignedIn
from labeling.models import User
from labeling.services.callers import token_user


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
        """Return the user and the id of a token, or refuse it as DRF does."""
        try:
            return token_user(key, reads_only=request.method in SAFE_METHODS)
        except NotSignedIn as error:
            raise AuthenticationFailed(error.detail) from error
        except NotAllowed as error:
            raise PermissionDenied(error.detail) from error

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
