"""The serving process: HTTP on the loopback, one event loop, and the engine behind it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from active_learning.embeddings.onnx_session import wanted_providers
from active_learning.keeping import Lru, OverBudget
from active_learning.learners.heads import HeadFileError
from active_learning.linking.scorer import LinkerFileError, LinkScorer, load_linker
from active_learning.serving.altering import altered_examples, read_alter_wish
from active_learning.serving.asking import BadRequest, gone, read_call
from active_learning.serving.bundle import bundle_key
from active_learning.serving.engine import Engine, ServingOptions
from active_learning.serving.explaining import explain, read_wish
from active_learning.serving.linking import LinkDesk
from active_learning.serving.policy import QueueFull
from active_learning.serving.replies import BUSY, busy, error, json_reply, result
from active_learning.serving.shadowing import Shadowing

__all__ = ["Serving", "ServingOptions", "build_app", "serve"]

KEPT_LINKERS = 16
EXPLAINED_AT_ONCE = 2
MAX_BODY = 64 * 1024 * 1024


class Serving:
    """The addresses of the process, each a short way to the engine."""

    def __init__(self, models: Path, options: ServingOptions) -> None:
        self._engine = Engine(models, options)
        self._shadowing = Shadowing(self._engine, options.shadow_queue)
        self._linkers: Lru[str, LinkScorer] = Lru(KEPT_LINKERS)
        self._desk = LinkDesk(self._engine.encoders)
        self._explaining = 0

    @contextlib.asynccontextmanager
    async def running(self, _: Starlette) -> AsyncIterator[None]:
        """Work while the application runs."""
        async with self._engine.running():
            yield

    async def predict(self, request: Request) -> Response:
        """Answer each input of a call (see `Call`) with a judgement or an error."""
        try:
            call = read_call(await _json_body(request))
        except BadRequest as fault:
            return error(400, "bad_request", str(fault))
        bundle = self._engine.versions.get(call.version)
        if bundle is None:
            return error(404, "unknown_version", "Send the version's file first.")
        work = asyncio.ensure_future(self._engine.answers(bundle, call))
        left = asyncio.ensure_future(gone(request))
        await asyncio.wait({work, left}, return_when=asyncio.FIRST_COMPLETED)
        left.cancel()
        if not work.done():
            # Nobody reads the answer any more: what waits leaves the queue.
            work.cancel()
            return Response(status_code=499)
        found = work.result()
        if call.inputs and all(isinstance(answer, QueueFull) for answer in found):
            return busy(found)
        results = [result(answer) for answer in found]
        is_missing = call.beside and self._shadowing.compare(call, call.beside, results)
        return json_reply({"results": results} | ({"beside_missing": True} if is_missing else {}))

    async def explain(self, request: Request) -> Response:
        """Weigh the parts of a value (see `Wish`); the queue's calls get in between."""
        try:
            wish = read_wish(await _json_body(request))
        except BadRequest as fault:
            return error(400, "bad_request", str(fault))
        bundle = self._engine.versions.get(wish.version)
        if bundle is None:
            return error(404, "unknown_version", "Send the version's file first.")
        if self._explaining >= EXPLAINED_AT_ONCE:
            return busy([QueueFull(BUSY)])
        self._explaining += 1
        try:
            found = await explain(bundle, wish, self._engine.encoders, self._engine.run)
        except ValueError as fault:
            return error(400, "bad_input", str(fault))
        finally:
            self._explaining -= 1
        return json_reply(found)

    async def alter(self, request: Request) -> Response:
        """Show values as a training would alter them (see `AlterWish`)."""
        try:
            wish = read_alter_wish(await _json_body(request))
        except BadRequest as fault:
            return error(400, "bad_request", str(fault))
        found = await self._engine.run(partial(altered_examples, wish))
        return json_reply({"examples": found})

    async def put_version(self, request: Request) -> Response:
        """Keep a version's file under its hash."""
        key, content = request.path_params["key"], await request.body()
        if len(content) > MAX_BODY or bundle_key(content) != key:
            return error(400, "bad_version", "The file is too large or does not match its name.")
        try:
            await self._engine.keep(key, content)
        except (HeadFileError, OverBudget) as fault:
            return error(400, "bad_version", str(fault))
        return Response(status_code=204)

    async def link(self, request: Request) -> Response:
        """Score `{"linker", "words", "places", "pictures"}`, see `LinkDesk`."""
        body = await _json_body(request)
        if not isinstance(body, dict):
            return error(400, "bad_request", "Send an object.")
        linker = self._linkers.get(str(body.get("linker")))
        if linker is None:
            return error(404, "unknown_linker", "Send the linker's file first.")
        try:
            scores = await self._engine.run(partial(self._desk.scores, linker, body))
        except (ValueError, KeyError, TypeError) as fault:
            return error(400, "bad_input", str(fault))
        return json_reply({"scores": scores})

    async def put_linker(self, request: Request) -> Response:
        """Keep a linker's file under its hash."""
        key, content = request.path_params["key"], await request.body()
        if len(content) > MAX_BODY or bundle_key(content) != key:
            return error(400, "bad_linker", "The file is too large or does not match its name.")
        try:
            self._linkers.put(key, load_linker(content))
        except LinkerFileError as fault:
            return error(400, "bad_linker", str(fault))
        return Response(status_code=204)

    async def health(self, _: Request) -> Response:
        """Say that the process answers, and how much waits."""
        engine = self._engine
        return json_reply({"ok": True, "waiting": engine.waiting, "versions": len(engine.versions)})

    async def take_comparisons(self, _: Request) -> Response:
        """Hand over what was compared since the last time."""
        return json_reply({"comparisons": self._shadowing.comparisons.take()})

    async def metrics(self, _: Request) -> Response:
        """Serve Prometheus text: what an autoscaler looks at."""
        versions = self._engine.versions
        gauges = {
            "queue_depth": self._engine.waiting,
            "versions": len(versions),
            "version_bytes": versions.spent,
            "version_bytes_budget": versions.budget,
            "versions_evicted": versions.evicted,
            "item_seconds": self._engine.predictor.pace.seconds,
        }
        text = self._engine.meters.as_text(gauges)
        return Response(text, media_type="text/plain; version=0.0.4")


def build_app(models: Path, options: ServingOptions | None = None) -> Starlette:
    """Return the application of one process."""
    serving = Serving(models, options or ServingOptions())
    return Starlette(
        routes=[
            Route("/healthz", serving.health),
            Route("/metrics", serving.metrics),
            Route("/comparisons/take", serving.take_comparisons, methods=["POST"]),
            Route("/explain", serving.explain, methods=["POST"]),
            Route("/alter", serving.alter, methods=["POST"]),
            Route("/predict", serving.predict, methods=["POST"]),
            Route("/versions/{key:str}", serving.put_version, methods=["PUT"]),
            Route("/link", serving.link, methods=["POST"]),
            Route("/linkers/{key:str}", serving.put_linker, methods=["PUT"]),
        ],
        lifespan=serving.running,
    )


def serve(models: Path, *, host: str, port: int, options: ServingOptions | None = None) -> None:
    """Run until a signal ends the process; a provider that is not installed ends it at once."""
    wanted_providers()
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
