"""The content security policy on every answer."""

from collections.abc import Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse


class ContentPolicy:
    """Sends the policy of the settings, put together once, for no page asks for another.

    An answer that brings a policy of its own (a stranger's file in its sandbox) keeps it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and say what the page may load."""
        response = self._get_response(request)
        response.headers.setdefault(HEADER, self._policy)
        return response
