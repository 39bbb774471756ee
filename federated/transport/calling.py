"""Calls to Flower's Runtime API that a long-lived process survives."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from flwr.proto.runtime_pb2 import SendTaskHeartbeatRequest
from flwr.supercore.interceptors import RuntimeVersionHttpInterceptor
from flwr.supercore.retry import RetryInvoker, exponential
from flwr.supercore.runtime import RuntimeHttpClient

__all__ = ["beating", "patient", "runtime_client"]

BEAT_S = 20.0
TRY_FOR_S = 600.0
LONGEST_PAUSE_S = 20
_PASSING = (502, 503, 504)


def patient() -> RetryInvoker:
    """Return a retry policy that raises where Flower's own would end the process.

    Flower answers 401 (a run that was stopped) by sending SIGINT to itself: right for a process
    of one task, deadly for a worker.
    """
    return RetryInvoker(
        wait_gen_factory=lambda: exponential(max_delay=LONGEST_PAUSE_S),
        max_tries=None,
        max_time=TRY_FOR_S,
        recoverable_exceptions=(httpx.TransportError, httpx.HTTPStatusError),
        should_giveup=_is_final,
    )


def runtime_client(
    address: str, *, authority: Path | None, name: str, interceptors: Sequence[Any] = ()
) -> RuntimeHttpClient:
    """Connect to a Runtime API; on a site's loopback it speaks without TLS."""
    return RuntimeHttpClient.from_server_address(
        server_address=address,
        insecure=authority is None,
        root_certificates=authority.read_bytes() if authority else None,
        interceptors=[RuntimeVersionHttpInterceptor(component_name=name), *interceptors],
        retry_invoker=patient(),
    )


@contextlib.contextmanager
def beating(client: RuntimeHttpClient) -> Iterator[None]:
    """Tell Flower meanwhile that the task is worked on."""
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(BEAT_S):
            with contextlib.suppress(httpx.HTTPError):
                client.SendTaskHeartbeat(SendTaskHeartbeatRequest())

    thread = threading.Thread(target=beat, name="task beat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()


def _is_final(error: Exception) -> bool:
    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code not in _PASSING
    return any(word in str(error).lower() for word in ("certificate", "ssl", "tls"))
