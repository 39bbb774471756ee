"""Errors that a client may see: each has a code, a status and a sentence that says the remedy."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

Problem: TypeAlias = Mapping[str, Any]
"""One place in the input that is wrong: `pointer`, `line`, `file` (as known) and `detail`."""


class PenumbraError(Exception):
    """A failure with a stable code, translated once into problem+json (RFC 9457)."""

    status: ClassVar[int] = 500
    title: ClassVar[str] = "Something went wrong"
    code: str = "error"

    def __init__(
        self,
        detail: str,
        *,
        code: str | None = None,
        errors: Sequence[Problem] = (),
        **extra: Any,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code = code or type(self).code
        self.errors = list(errors)
        self.extra = extra

    def as_problem(self) -> dict[str, Any]:
        """Return the problem+json body."""
        body: dict[str, Any] = {
            "type": f"/problems/{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.errors:
            body["errors"] = [dict(error) for error in self.errors]
        return body | self.extra


class BadInput(PenumbraError):
    """The request can be mended by its sender."""

    status = 400
    title = "The request cannot be used as it is"
    code = "bad_input"


class NotSignedIn(PenumbraError):
    """Nobody is signed in, or the token is unknown."""

    status = 401
    title = "Sign in first"
    code = "not_signed_in"


class NotAllowed(PenumbraError):
    """The actor may see the object but not do this to it."""

    status = 403
    title = "Not allowed"
    code = "not_allowed"


class NotFound(PenumbraError):
    """The object does not exist, or the actor may not know that it does."""

    status = 404
    title = "Not found"
    code = "not_found"


class Conflict(PenumbraError):
    """The request contradicts the present state."""

    status = 409
    title = "Conflicts with the present state"
    code = "conflict"


class Stale(PenumbraError):
    """The edit was made on an older version (If-Match failed)."""

    status = 412
    title = "Somebody changed this meanwhile"
    code = "stale"


class TooLarge(PenumbraError):
    """The input is over a stated limit."""

    status = 413
    title = "Too large"
    code = "too_large"


class Unavailable(PenumbraError):
    """A part of the installation does not answer."""

    status = 503
    title = "Not available now"
    code = "unavailable"


class TooOften(PenumbraError):
    """The caller must wait; `retry_after_s` says how long."""

    status = 429
    title = "Too many attempts"
    code = "too_often"


class PreconditionNeeded(PenumbraError):
    """An edit of a shared row came without If-Match (RFC 6585)."""

    status = 428
    title = "Say which version you edited"
    code = "if_match_needed"
