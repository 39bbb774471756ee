"""Django in lasting threads: what is answered where."""

import asyncio
import threading
import time
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.core.signals import request_finished
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from labeling.config.threads import ThreadedHandler
from labeling.kernel.http import ARRIVED_AT


def call(handler: ThreadedHandler, path: str) -> bytes:
    """Send a GET through the handler and return the body."""
    sent: list[Mapping[str, Any]] = []

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
    asyncio.run(handler(scope, receive, send))
    return b"".join(message.get("body", b"") for message in sent)


@pytest.fixture
def finished() -> Any:
    """The threads in which requests were finished."""
    threads: list[str] = []

    def note(**_: Any) -> None:
        threads.append(threading.current_thread().name)

    request_finished.connect(note)
    yield threads
    request_finished.disconnect(note)


def answers(handler: ThreadedHandler, monkeypatch: pytest.MonkeyPatch, make: Any) -> None:
    """Let `make` answer in the place of Django's views."""

    def get_response(request: ASGIRequest) -> HttpResponseBase:
        response: HttpResponseBase = make(request)
        return response

    monkeypatch.setattr(handler, "get_response", get_response)


def thread_name(_: ASGIRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name)


def test_calls_to_the_model_take_no_thread_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = ThreadedHandler()
    answers(handler, monkeypatch, thread_name)
    assert call(handler, "/api/projects/1/prelabel/").startswith(b"http-model_")
    assert call(handler, "/api/tasks/1/prelabel/").startswith(b"http-model_")
    assert call(handler, "/api/projects/1/tasks/next/").startswith(b"http_")


def test_a_request_knows_when_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = ThreadedHandler()
    answers(handler, monkeypatch, lambda r: HttpResponse(repr(r.META[ARRIVED_AT])))
    before = time.monotonic()
    assert before <= float(call(handler, "/")) <= time.monotonic()


def test_an_answer_is_finished_once_in_the_thread_that_made_it(
    monkeypatch: pytest.MonkeyPatch, finished: list[str]
) -> None:
    handler = ThreadedHandler(threads=1)
    answers(handler, monkeypatch, thread_name)
    body = call(handler, "/")
    assert finished == [body.decode()]


def test_a_stream_is_finished_after_its_last_part(
    monkeypatch: pytest.MonkeyPatch, finished: list[str]
) -> None:
    handler = ThreadedHandler(threads=1)

    async def parts() -> Any:
        for number in range(2):
            yield str(len(finished)) + str(number)

    answers(handler, monkeypatch, lambda _: StreamingHttpResponse(parts()))
    assert call(handler, "/") == b"0001"
    assert len(finished) == 1
