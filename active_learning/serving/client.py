"""How the web process asks the serving process: keep-alive connections, plain errors, no torch."""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson

from active_learning.serving.connection import Connection
from labeling.kernel.errors import BadInput, TooOften, Unavailable

__all__ = ["Beside", "Overloaded", "ServingClient"]

Weights = Callable[[], bytes]


class Overloaded(TooOften):
    """More calls wait than the models can answer in time."""

    title = "Too many calls at once"
    code = "busy"


@dataclass(frozen=True)
class Beside:
    """Another version that is asked the same behind the answer's back, for comparison."""

    version: str
    weights: Weights
    is_stable: bool = False


class ServingClient:
    """A pool of connections; threads may share one client."""

    def __init__(self, url: str, *, timeout_s: float = 10.0, kept: int = 64) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or "127.0.0.1"
        self._port = parts.port or 80
        self._timeout_s = timeout_s
        # Last in, first out: the youngest connection is the least likely to have been dropped.
        self._idle: queue.LifoQueue[Connection] = queue.LifoQueue(kept)

    def predict(
        self,
        version: str,
        inputs: Sequence[Mapping[str, Any]],
        *,
        weights: Weights,
        arrived_at: float | None = None,
        deadline_s: float | None = None,
        beside: Beside | None = None,
    ) -> list[dict[str, Any]]:
        """Return a judgement, or {"error": {...}}, for each input.

        ``weights`` is called only when the serving process does not hold the version yet (it
        was restarted, or the version is new); the file is sent and the question asked again.
        ``arrived_at`` is when the caller's own request came, by `time.monotonic`: what it has
        waited already counts towards the deadlines. After ``deadline_s`` nothing is computed for
        the call any more.

        Raises
        ------
        Overloaded
            When too many calls wait; the error says when to come back.
        Unavailable
            When the process does not answer, or refuses the version.
        """
        waited_s = 0.0 if arrived_at is None else time.monotonic() - arrived_at
        call: dict[str, Any] = {"version": version, "inputs": inputs, "waited_s": waited_s}
        if deadline_s is not None:
            call["deadline_s"] = deadline_s
        if beside is not None:
            call["beside"] = {"version": beside.version, "is_stable": beside.is_stable}
        body = orjson.dumps(call)
        status, answer = self._ask("POST", "/predict", body)
        if status == 404:
            self.load(version, weights())
            status, answer = self._ask("POST", "/predict", body)
        found = _read(status, answer)
        if beside is not None and found.get("beside_missing"):
            with contextlib.suppress(Unavailable):
                self.load(beside.version, beside.weights())
        results: list[dict[str, Any]] = found["results"]
        return results

    def explain(
        self, version: str, question: Mapping[str, Any], *, weights: Weights
    ) -> dict[str, Any]:
        """Return the weights of a value's parts, see `serving.explaining.Wish`.

        Raises
        ------
        BadInput
            When the value or the class cannot be explained.
        Overloaded, Unavailable
            As `predict`.
        """
        body = orjson.dumps({"version": version, **question})
        status, answer = self._ask("POST", "/explain", body)
        if status == 404:
            self.load(version, weights())
            status, answer = self._ask("POST", "/explain", body)
        if status == 400:
            raise BadInput(f"It cannot be explained: {_detail(answer)}.", code="not_explained")
        return _read(status, answer)

    def alter(self, wish: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return values before and after, see `serving.altering`; raises as `predict`."""
        examples: list[dict[str, Any]] = _read(*self._ask("POST", "/alter", orjson.dumps(wish)))[
            "examples"
        ]
        return examples

    def take_comparisons(self) -> list[dict[str, Any]]:
        """Return what was compared since the last time, see `serving.comparing`."""
        status, answer = self._ask("POST", "/comparisons/take", b"")
        taken: list[dict[str, Any]] = _read(status, answer)["comparisons"]
        return taken

    def metrics(self) -> str:
        """Return the process's figures in Prometheus' text form."""
        return self._ask("GET", "/metrics", b"")[1].decode()

    def link(
        self, linker: str, question: Mapping[str, Any], *, weights: Weights
    ) -> list[list[float]]:
        """Return the scores of words by places, see `serving.linking`; raises as `predict`."""
        body = orjson.dumps({"linker": linker, **question})
        status, answer = self._ask("POST", "/link", body)
        if status == 404:
            sent, refused = self._ask("PUT", f"/linkers/{linker}", weights())
            if sent != 204:
                raise Unavailable(_detail(refused), code="serving_unavailable")
            status, answer = self._ask("POST", "/link", body)
        scores: list[list[float]] = _read(status, answer)["scores"]
        return scores

    def load(self, version: str, content: bytes) -> None:
        """Give the serving process a version's file, so that the first question is quick."""
        status, answer = self._ask("PUT", f"/versions/{version}", content)
        if status != 204:
            raise Unavailable(_detail(answer), code="serving_unavailable")

    def is_well(self) -> bool:
        """Say whether the process answers."""
        try:
            return self._ask("GET", "/healthz", b"")[0] == 200
        except Unavailable:
            return False

    def close(self) -> None:
        """Drop all idle connections."""
        while True:
            try:
                self._idle.get_nowait().close()
            except queue.Empty:
                return

    def _ask(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        try:
            connection, is_old = self._connection()
            try:
                return self._exchange(connection, method, path, body)
            except ConnectionError:
                if not is_old:
                    raise
                # A kept connection may have been closed meanwhile: that is no failure yet.
                self.close()
                return self._exchange(self._fresh(), method, path, body)
        except TimeoutError as error:
            raise Unavailable(
                "The model serving process did not answer in time. Try again shortly.",
                code="serving_timeout",
            ) from error
        except OSError as error:
            raise Unavailable(
                "The model serving process cannot be reached. It is restarted by `manage.py "
                "serve`; otherwise start `manage.py serving`.",
                code="serving_unavailable",
            ) from error

    def _exchange(
        self, connection: Connection, method: str, path: str, body: bytes
    ) -> tuple[int, bytes]:
        answer = connection.ask(method, path, body)
        try:
            self._idle.put_nowait(connection)
        except queue.Full:
            connection.close()
        return answer

    def _connection(self) -> tuple[Connection, bool]:
        try:
            return self._idle.get_nowait(), True
        except queue.Empty:
            return self._fresh(), False

    def _fresh(self) -> Connection:
        return Connection(self._host, self._port, timeout_s=self._timeout_s)


def _read(status: int, answer: bytes) -> dict[str, Any]:
    """Return the body of a good answer, or raise what a bad one means."""
    if status == 429:
        wait_s = int(orjson.loads(answer).get("retry_after_s", 1))
        raise Overloaded(_detail(answer), retry_after_s=wait_s)
    if status != 200:
        raise Unavailable(_detail(answer), code="serving_unavailable")
    body: dict[str, Any] = orjson.loads(answer)
    return body


def _detail(answer: bytes) -> str:
    try:
        return str(orjson.loads(answer)["error"]["detail"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return "The model serving process answered something unknown."
