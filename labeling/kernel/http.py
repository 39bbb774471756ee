"""HTTP manners shared by every view: problem+json, entity tags, string ids."""

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

from labeling.kernel.errors import (
    BadInput,
    NotAllowed,
    NotFound,
    NotSignedIn,
    PenumbraError,
    Problem,
)

logger = logging.getLogger(__name__)
PROBLEM = "application/problem+json"
ARRIVED_AT = "penumbra.arrived_at"
"""Where a request's META says when it came, by `time.monotonic`; not every server writes it."""


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn every expected failure into problem+json; the unexpected stays a logged 500."""
    translated = _translate(error)
    if translated is not None:
        return problem_response(translated)
    response = drf_exception_handler(error, context)
    if response is not None:
        detail = response.data.get("detail", str(error)) if response.data else str(error)
        response.data = {
            "type": "about:blank",
            "title": response.status_text,
            "status": response.status_code,
            "detail": str(detail),
            "code": getattr(error, "default_code", "error"),
        }
        response.content_type = PROBLEM
    return response


def problem_response(error: PenumbraError) -> Response:
    """Answer `error` as problem+json."""
    wait_s = error.extra.get("retry_after_s")
    headers = {"Retry-After": str(wait_s)} if wait_s else None
    return Response(error.as_problem(), status=error.status, headers=headers, content_type=PROBLEM)


def _translate(error: Exception) -> PenumbraError | None:  # noqa: PLR0911  (one case, one answer)
    match error:
        case PenumbraError():
            return error
        case exceptions.ValidationError():
            problems = list(_problems(error.detail, ""))
            first = problems[0]
            place = first["pointer"].lstrip("/") or "The body"
            return BadInput(f"{place}: {first['detail']}", errors=problems)
        case exceptions.ParseError():
            return BadInput(str(error.detail), code="not_json")
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return NotSignedIn(str(error.detail))
        case PermissionDenied() | exceptions.PermissionDenied():
            return NotAllowed(str(error) or "You may not do this here.")
        case Http404() | exceptions.NotFound():
            return NotFound("There is nothing at this address, or you may not see it.")
        case _:
            return None


def _problems(detail: Any, pointer: str) -> list[Problem]:
    """Flatten DRF's nested error detail into places and sentences."""
    if isinstance(detail, dict):
        pairs = [
            (f"{pointer}/{key}" if key != "non_field_errors" else pointer, value)
            for key, value in detail.items()
        ]
    elif isinstance(detail, list) and any(isinstance(item, dict | list) for item in detail):
        pairs = [(f"{pointer}/{index}", value) for index, value in enumerate(detail)]
    elif isinstance(detail, list):
        return [{"pointer": pointer, "detail": str(item)} for item in detail]
    else:
        return [{"pointer": pointer, "detail": str(detail)}]
    return [problem for place, value in pairs for problem in _problems(value, place)]
