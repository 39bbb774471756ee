"""Asks somebody's model server for JSON: guarded, bounded, and plain about what went wrong."""

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings

from active_learning.plugged.faults import PlugFault
from labeling.kernel.net import ask

MAX_ANSWER: Final = 16 << 20
UP: Final = frozenset({"UP", "up", "ok", "healthy"})
SECONDS: Final = 20.0


class ModelServer:
    """A base address; `secret` is sent as the value of the header Authorization."""

    def __init__(self, url: str, *, secret: str = "", seconds: float = SECONDS) -> None:
        self._url = url.rstrip("/")
        self._headers = {"Accept": "application/json"}
        if secret:
            self._headers["Authorization"] = secret
        self._seconds = seconds

    @property
    def host(self) -> str:
        """The name of the server, for messages."""
        return urlsplit(self._url).netloc.rpartition("@")[2]

    def get(self, path: str) -> Any:
        """Return the JSON at a path; raises as `post`."""
        return self._json(path, None)

    def post(self, path: str, body: Any) -> Any:
        """Return the JSON that is answered to JSON.

        Raises
        ------
        PlugFault
            When the server answers an error, or something other than JSON.
        RefusedUrl, TooLarge, Unavailable
            As `labeling.kernel.net.ask`.
        """
        return self._json(path, json.dumps(body).encode())

    def set_up(self, *, project: str, config: str) -> str:
        """Tell a Label Studio back end the configuration; return its version's name.

        Raises as `post`, and `PlugFault` when it does not say that it is up.
        """
        health = self.get("/health")
        if not isinstance(health, Mapping) or health.get("status") not in UP:
            raise PlugFault("not_up", f"{self.host} does not say that it is up at /health.")
        asked = {"project": project, "schema": config, "hostname": "", "access_token": ""}
        answer = self.post("/setup", asked | {"extra_params": ""})
        version = answer.get("model_version") if isinstance(answer, Mapping) else None
        return str(version or "unversioned")[:128]

    def _json(self, path: str, body: bytes | None) -> Any:
        sends = {} if body is None else {"Content-Type": "application/json"}
        reply = ask(
            f"{self._url}{path}",
            body=body,
            headers=self._headers | sends,
            max_bytes=MAX_ANSWER,
            timeout_s=self._seconds,
            trusted=settings.MODEL_HOSTS,
        )
        where = f"{self.host}{path}"
        if reply.status >= 400:
            said = reply.body[:120].decode("utf-8", "replace").strip()
            raise PlugFault(
                "server_error", f"{where} answered {reply.status}: {said}", status=reply.status
            )
        if reply.type == "text/html" or reply.body.lstrip()[:1] == b"<":
            raise PlugFault(
                "html", f"{where} answered a web page, not JSON. Is it the address of the model?"
            )
        try:
            return json.loads(reply.body) if reply.body.strip() else {}
        except ValueError:
            raise PlugFault("no_json", f"{where} answered something that is no JSON.") from None
