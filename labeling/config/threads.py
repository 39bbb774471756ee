"""Answers HTTP in a small pool of lasting threads.

Django's own ASGI handler gives each request a thread and a database connection of its own and
hops between loop and thread at every middleware; measured here, that cost more than the work.
A lasting thread keeps its connection (with its page cache) and needs one hop.

Calls that wait for the model have a few threads of their own. A burst of them then takes no thread
from the annotators, and waits in one fair queue instead of in many threads that fight for the
interpreter (measured: `docs/benchmarks/learning.md`).
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from labeling.kernel.http import ARRIVED_AT

THREADS = 16
MODEL_THREADS = 4
MODEL_PATHS = ("/prelabel/", "/explain/")
"""How the paths end whose answers wait for a model."""
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class ThreadedHandler(ASGIHandler):
    """Django as an ASGI application whose whole middleware chain runs in one thread."""

    def __init__(self, threads: int = THREADS, model_threads: int = MODEL_THREADS) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="http")
        self._model_pool = ThreadPoolExecutor(model_threads, thread_name_prefix="http-model")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, answer in a thread, send."""
        arrived_at = time.monotonic()
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        pool = self._model_pool if scope["path"].endswith(MODEL_PATHS) else self._pool
        with contextlib.closing(body):
            request, response = self.create_request(scope, body)
            if request is not None:
                request.META[ARRIVED_AT] = arrived_at
                response = await loop.run_in_executor(pool, self._answer, request)
            assert response is not None  # one of the two is made
            try:
                await self.send_response(response, send)
            finally:
                if not response.closed:
                    await loop.run_in_executor(pool, response.close)

    def _answer(self, request: ASGIRequest) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(request.scope))
        signals.request_started.send(sender=type(self), scope=request.scope)
        response = self.get_response(request)
        # response.close() tells request_finished of it; the stubs do not know the attribute.
        response._handler_class = type(self)  # type: ignore[attr-defined]
        if isinstance(response, StreamingHttpResponse):
            if not response.is_async:
                # Django would read a plain iterator whole into memory, and warn of it.
                response.streaming_content = _by_threads(iter(response), self._pool)
        else:
            # The content is there, so what closing tells the database is told without a second hop.
            response.close()
        return response


async def _by_threads(chunks: Iterator[bytes], pool: ThreadPoolExecutor) -> AsyncIterator[bytes]:
    """Read each chunk in a thread: files are slow to read now and then."""
    loop = asyncio.get_running_loop()
    while chunk := await loop.run_in_executor(pool, next, chunks, b""):
        yield chunk
