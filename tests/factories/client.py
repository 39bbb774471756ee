"""A JSON client of the API."""

from typing import Any

from django.http import HttpResponse
from django.test import Client

from labeling.models import User


class ApiClient:
    """Sends and reads JSON; enforces CSRF only where a test asks for it."""

    def __init__(self, user: User | None = None, *, token: str | None = None) -> None:
        self.http = Client()
        self.token = token
        if user is not None:
            self.http.force_login(user)

    def as_(self, user: User) -> "ApiClient":
        """Return a client of that person."""
        return ApiClient(user)

    def get(self, path: str, **headers: str) -> Any:
        """GET; the answer has `.data`."""
        return self._sent("get", path, None, headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """POST JSON."""
        return self._sent("post", path, body, headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        """PUT JSON."""
        return self._sent("put", path, body, headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        """PATCH JSON."""
        return self._sent("patch", path, body, headers)

    def delete(self, path: str, **headers: str) -> Any:
        """DELETE."""
        return self._sent("delete", path, None, headers)

    def _sent(self, method: str, path: str, body: Any, headers: dict[str, str]) -> HttpResponse:
        """Header names are written with underscores: `if_match='"1"'`."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Token {self.token}"
        if method == "get":
            return self.http.get(path, headers=sent)
        call = getattr(self.http, method)
        return call(path, body, content_type="application/json", headers=sent)
