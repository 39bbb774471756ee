"""Who is at the other end of a socket: a person's browser, or a program with a token.

A browser sends its session's cookie to whoever asks, so a page of another origin is turned away; a
token is sent by nobody but its program, which has no origin.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.security.websocket import AllowedHostsOriginValidator

from labeling.services.callers import TOKEN_OF_SOCKET

__all__ = ["SocketDoor"]

Scope = dict[str, Any]


class SocketDoor:
    """Leads sockets with a token straight in, the others through origin and session."""

    def __init__(self, inside: Callable[[Scope, Any, Any], Awaitable[None]]) -> None:
        self._inside = inside
        self._browsers = AllowedHostsOriginValidator(AuthMiddlewareStack(inside))

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass the connection on."""
        key = _key_of(scope)
        if key is None:
            await self._browsers(scope, receive, send)
        else:
            await self._inside({**scope, TOKEN_OF_SOCKET: key}, receive, send)


def _key_of(scope: Mapping[str, Any]) -> bytes | None:
    header = dict(scope["headers"]).get(b"authorization", b"")
    scheme, _, key = header.partition(b" ")
    return key.strip() if scheme.lower() == b"token" else None
