"""The serving process: HTTP on the loopback, one event loop, one thread that computes.

A version is named by the hash of its file and never changes, so swapping versions is nothing but
asking for another name: requests under way finish with the one they named.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import build_apart
from active_learning.learners.heads import HeadFileError
from active_learning.linking.scorer import LinkerFileError, LinkScorer, load_linker
from active_learning.serving.batcher import MicroBatcher, Waiting
from active_learning.serving.bundle import Bundle, bundle_key, read_bundle
from active_learning.serving.linking import LinkDesk
from active_learning.serving.lru import Lru
from active_learning.serving.policy import BatchPolicy, QueueFull
from active_learning.serving.predictor import Predictor, Question

__all__ = ["Serving", "ServingOptions", "build_app", "serve"]

logger = logging.getLogger(__name__)

KEPT_VERSIONS = 64
KEPT_LINKERS = 16
MAX_BODY = 64 * 1024 * 1024
MAX_INPUTS = 256


@dataclass(frozen=True)
class ServingOptions:
    """What an installation may tune."""

    deadline_ms: float = 100.0
    policy: BatchPolicy = field(default_factory=BatchPolicy)


class Serving:
    """The state of the process: versions in memory, the queue, the computing thread."""

    def __init__(self, models: Path, options: ServingOptions | None = None) -> None:
        options = options or ServingOptions()
        self.models = models
        self.versions: Lru[str, Bundle] = Lru(KEPT_VERSIONS)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="compute")
        self._encoders = Encoders(models)
        self._predictor = Predictor(self._encoders, deadline_s=options.deadline_ms / 1000)
        self.linkers: Lru[str, LinkScorer] = Lru(KEPT_LINKERS)
        self._desk = LinkDesk(self._encoders)
        self.batcher: MicroBatcher[Question, dict[str, Any]] = MicroBatcher(
            self._process, options.policy
        )

    @contextlib.asynccontextmanager
    async def running(self, _: Starlette) -> AsyncIterator[None]:
        """Work while the application runs; encoders are built and opened in the background."""
        loop = asyncio.get_running_loop()
        self.batcher.start()
        warm = loop.run_in_executor(self._thread, self._warm)
        try:
            yield
        finally:
            await self.batcher.stop()
            warm.cancel()
            self._thread.shutdown(wait=False, cancel_futures=True)

    def _warm(self) -> None:
        try:
            build_apart(self.models)
            self._encoders.of_type("text").encode(["warm"])
        except Exception:
            # Images or tables may still be served; the next text question fails with the cause.
            logger.exception("The text encoder could not be made ready")

    async def _process(
        self, batch: Sequence[Waiting[Question]]
    ) -> Sequence[dict[str, Any] | Exception]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._predictor.answer, batch, loop.time())

    async def predict(self, request: Request) -> Response:
        """Answer each input of `{"version", "inputs"}` with a judgement or an error.

        ``waited_s`` in the body is how long ago the web process got the call.
        """
        body = await _json_body(request)
        if not isinstance(body, dict) or not isinstance(body.get("inputs"), list):
            return _error(400, "bad_request", 'Send {"version": ..., "inputs": [...]}.')
        inputs = body["inputs"]
        if len(inputs) > MAX_INPUTS or not all(isinstance(item, dict) for item in inputs):
            return _error(400, "bad_request", f"Inputs are at most {MAX_INPUTS} objects.")
        bundle = self.versions.get(str(body.get("version")))
        if bundle is None:
            return _error(404, "unknown_version", "Send the version's file first.")
        waited_s = _waited_s(body.get("waited_s"))
        questions = [self.batcher.submit(Question(bundle, item), waited_s) for item in inputs]
        found = await asyncio.gather(*questions, return_exceptions=True)
        if inputs and all(isinstance(answer, QueueFull) for answer in found):
            return _error(503, "busy", "Too many requests are waiting; try again shortly.")
        return _json({"results": [_result(answer) for answer in found]})

    async def put_version(self, request: Request) -> Response:
        """Keep a version's file under its hash."""
        key = request.path_params["key"]
        content = await request.body()
        if len(content) > MAX_BODY or bundle_key(content) != key:
            return _error(400, "bad_version", "The file is too large or does not match its name.")
        try:
            self.versions.put(key, read_bundle(content))
        except HeadFileError as error:
            return _error(400, "bad_version", str(error))
        return Response(status_code=204)

    async def link(self, request: Request) -> Response:
        """Score `{"linker", "words", "places", "pictures"}`, see `LinkDesk`."""
        body = await _json_body(request)
        if not isinstance(body, dict):
            return _error(400, "bad_request", "Send an object.")
        linker = self.linkers.get(str(body.get("linker")))
        if linker is None:
            return _error(404, "unknown_linker", "Send the linker's file first.")
        loop = asyncio.get_running_loop()
        try:
            scores = await loop.run_in_executor(self._thread, self._desk.scores, linker, body)
        except (ValueError, KeyError, TypeError) as error:
            return _error(400, "bad_input", str(error))
        return _json({"scores": scores})

    async def put_linker(self, request: Request) -> Response:
        """Keep a linker's file under its hash."""
        key = request.path_params["key"]
        content = await request.body()
        if len(content) > MAX_BODY or bundle_key(content) != key:
            return _error(400, "bad_linker", "The file is too large or does not match its name.")
        try:
            self.linkers.put(key, load_linker(content))
        except LinkerFileError as error:
            return _error(400, "bad_linker", str(error))
        return Response(status_code=204)

    async def health(self, _: Request) -> Response:
        """Say that the process answers, and how much waits."""
        return _json({"ok": True, "waiting": self.batcher.waiting, "versions": len(self.versions)})


def build_app(models: Path, options: ServingOptions | None = None) -> Starlette:
    """Return the application of one process."""
    serving = Serving(models, options)
    return Starlette(
        routes=[
            Route("/healthz", serving.health),
            Route("/predict", serving.predict, methods=["POST"]),
            Route("/versions/{key:str}", serving.put_version, methods=["PUT"]),
            Route("/link", serving.link, methods=["POST"]),
            Route("/linkers/{key:str}", serving.put_linker, methods=["PUT"]),
        ],
        lifespan=serving.running,
    )


def serve(models: Path, *, host: str, port: int, options: ServingOptions | None = None) -> None:
    """Run until a signal ends the process."""
    # The modules loaded by now stay: the collector need not search them while calls wait.
    gc.collect()
    gc.freeze()
    uvicorn.run(
        build_app(models, options),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=5,
    )


async def _json_body(request: Request) -> Any:
    try:
        return orjson.loads(await request.body())
    except orjson.JSONDecodeError:
        return None


def _waited_s(value: Any) -> float:
    return max(0.0, value) if isinstance(value, int | float) else 0.0


def _result(answer: dict[str, Any] | BaseException) -> dict[str, Any]:
    match answer:
        case dict():
            return answer
        case QueueFull():
            return _fault("busy", "Too many requests are waiting; try again shortly.")
        case ValueError():
            return _fault("bad_input", str(answer))
        case _:
            logger.error("A question failed", exc_info=answer)
            return _fault("failed", "The model failed on this input.")


def _fault(code: str, detail: str) -> dict[str, Any]:
    return {"error": {"code": code, "detail": detail}}


def _error(status: int, code: str, detail: str) -> Response:
    return _json(_fault(code, detail), status)


def _json(content: Any, status: int = 200) -> Response:
    body = orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY)
    return Response(body, status, media_type="application/json")
