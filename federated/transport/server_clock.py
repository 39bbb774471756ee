"""The coordinator's time at a site whose own clock is off, as the coordinator's answers tell it.

Flower signs each call of a node with the node's clock, and takes a signature from five minutes
before the server's time to five seconds after it: a site six seconds ahead would stay outside.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpx
from flwr.common.constant import TIMESTAMP_HEADER
from flwr.supercore.constant import FLEET_HTTP_PUBLIC_KEY_HEADER, FLEET_HTTP_SIGNATURE_HEADER
from flwr.supercore.protobuf.client import ProtobufCall, ProtobufRequestContext
from flwr.supernode import fleet_http_connection, node_auth_http_interceptor
from flwr.supernode.node_auth_http_interceptor import NodeAuthHttpInterceptor

__all__ = ["ServerClock", "follow_server_clock", "signing_by"]

TOLERANCE = timedelta(seconds=2)
"""Answers tell whole seconds, and take a moment."""
SIGNED = (FLEET_HTTP_PUBLIC_KEY_HEADER, TIMESTAMP_HEADER, FLEET_HTTP_SIGNATURE_HEADER)


def _own() -> datetime:
    return datetime.now(tz=UTC)


class ServerClock:
    """This machine's clock, set right by what it hears."""

    def __init__(self, own: Callable[[], datetime] = _own) -> None:
        self._own, self._off = own, timedelta()

    def now(self) -> datetime:
        """Return the coordinator's time, within a second or two."""
        return self._own() + self._off

    def hear(self, date: str | None) -> bool:
        """Take over the time of an answer's Date header; returns whether that was news."""
        if date is None:
            return False
        off = parsedate_to_datetime(date) - self._own()
        if abs(off - self._off) <= TOLERANCE:
            return False
        self._off = off
        return True


def signing_by(clock: ServerClock) -> type[NodeAuthHttpInterceptor]:
    """Return Flower's signing of calls, which asks once more where the clock was to blame."""

    class Signing(NodeAuthHttpInterceptor):
        def intercept(
            self, context: ProtobufRequestContext, call_next: ProtobufCall
        ) -> httpx.Response:
            answer = super().intercept(context, call_next)
            is_news = clock.hear(answer.headers.get("date"))
            if is_news and answer.status_code == httpx.codes.UNAUTHORIZED:
                for name in SIGNED:
                    del context.request.headers[name]
                answer = super().intercept(context, call_next)
            return answer

    return Signing


def follow_server_clock() -> None:
    """Make this process's node sign by the coordinator's time; before it connects."""
    clock = ServerClock()
    vars(node_auth_http_interceptor)["now"] = clock.now
    vars(fleet_http_connection)["NodeAuthHttpInterceptor"] = signing_by(clock)
