"""The serving process: HTTP on the loopback, one event loop, a few threads that compute.

A version is named by the hash of its file and never changes, so swapping versions is nothing but
asking for another name: requests under way finish with the one they named.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import build_apart
from active_learning.embeddings.onnx_session import wanted_providers
from active_learning.keeping import Lru, OverBudget
from active_learning.learners.heads import HeadFileError
from active_learning.linking.scorer import LinkerFileError, LinkScorer, load_linker
from active_learning.serving.adaptive import AdaptivePolicy
from active_learning.serving.altering import altered_examples, read_alter_wish
from active_learning.serving.asking import BadRequest, Beside, Call, gone, read_call
from active_learning.serving.batcher import MicroBatcher, TooLate, Waiting
from active_learning.serving.bundle import Bundle, bundle_key, read_bundle
from active_learning.serving.comparing import Comparisons
from active_learning.serving.explaining import explain, read_wish
from active_learning.serving.linking import LinkDesk
from active_learning.serving.meters import Meters
from active_learning.serving.policy import Batching, QueueFull
from active_learning.serving.predictor import BadServingInput, Predictor, Question

__all__ = ["Serving", "ServingOptions", "build_app", "serve"]

logger = logging.getLogger(__name__)

KEPT_LINKERS = 16
EXPLAINED_AT_ONCE = 2
MAX_BODY = 64 * 1024 * 1024
CALLERS_OWN = frozenset({"busy", "too_late"})
"""Errors that tell nothing about a version."""
Queue: TypeAlias = MicroBatcher[Question, dict[str, Any]]
BUSY = "Too many requests are waiting; try again shortly."


@dataclass(frozen=True)
class ServingOptions:
    """What an installation may tune.

    Attributes
    ----------
    deadline_ms : after so long a fast head answers in the full model's place
    memory_mb : what the versions kept in memory may take together
    shadow_queue : while more inputs wait than this, versions are not compared
    policy : makes the policy of a queue: how batches are made
    threads : that compute for models without a fast head, such as those of pictures
    """

    deadline_ms: float = 100.0
    memory_mb: int = 512
    shadow_queue: int = 8
    policy: Callable[[], Batching] = AdaptivePolicy
    threads: int = 2


class Serving:
    """The state of the process: versions in memory, the queues, the computing threads.

    Questions that a fast head could answer wait in a queue of their own, for one thread: the web
    process needs the other core for them. The rest is dear, and computed on all of them.
    """

    def __init__(self, models: Path, options: ServingOptions | None = None) -> None:
        options = options or ServingOptions()
        self.models = models
        self.versions: Lru[str, Bundle] = Lru(options.memory_mb << 20)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="compute")
        self._encoders = Encoders(models)
        self._predictor = Predictor(self._encoders, deadline_s=options.deadline_ms / 1000)
        self.linkers: Lru[str, LinkScorer] = Lru(KEPT_LINKERS)
        self._desk = LinkDesk(self._encoders)
        self._shadow_queue = options.shadow_queue
        self._explaining = 0
        self._shadows: set[asyncio.Task[None]] = set()
        self.comparisons = Comparisons()
        self.meters = Meters(time.monotonic)
        self._slow_threads = ThreadPoolExecutor(options.threads, thread_name_prefix="slow")
        self._quick = Queue(partial(self._process, self._thread), options.policy())
        self._slow = Queue(
            partial(self._process, self._slow_threads), options.policy(), lanes=options.threads
        )

    @contextlib.asynccontextmanager
    async def running(self, _: Starlette) -> AsyncIterator[None]:
        """Work while the application runs; encoders are built and opened in the background."""
        loop = asyncio.get_running_loop()
        self._quick.start()
        self._slow.start()
        warm = loop.run_in_executor(self._thread, self._warm)
        try:
            yield
        finally:
            await self._quick.stop()
            await self._slow.stop()
            warm.cancel()
            for threads in (self._thread, self._slow_threads):
                threads.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """How many inputs wait for a batch."""
        return self._quick.waiting + self._slow.waiting

    def _queue_of(self, bundle: Bundle) -> Queue:
        return self._slow if bundle.fast is None else self._quick

    def _warm(self) -> None:
        try:
            build_apart(self.models)
            self._encoders.of_type("text").encode(["warm"])
        except Exception:
            # Images or tables may still be served; the next text question fails with the cause.
            logger.exception("The text encoder could not be made ready")

    async def _process(
        self, threads: ThreadPoolExecutor, batch: Sequence[Waiting[Question]]
    ) -> Sequence[dict[str, Any] | Exception]:
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            return await loop.run_in_executor(threads, self._predictor.answer, batch, started)
        finally:
            self.meters.computed(len(batch), loop.time() - started)

    async def predict(self, request: Request) -> Response:
        """Answer each input of a call (see `Call`) with a judgement or an error."""
        try:
            call = read_call(await _json_body(request))
        except BadRequest as error:
            return _error(400, "bad_request", str(error))
        bundle = self.versions.get(call.version)
        if bundle is None:
            return _error(404, "unknown_version", "Send the version's file first.")
        work = asyncio.ensure_future(self._answers(bundle, call))
        left = asyncio.ensure_future(gone(request))
        await asyncio.wait({work, left}, return_when=asyncio.FIRST_COMPLETED)
        left.cancel()
        if not work.done():
            # Nobody reads the answer any more: what waits leaves the queue.
            work.cancel()
            return Response(status_code=499)
        found = work.result()
        if call.inputs and all(isinstance(answer, QueueFull) for answer in found):
            return _busy(found)
        results = [_result(answer) for answer in found]
        is_missing = self._compare(call, results) if call.beside else False
        return _json({"results": results} | ({"beside_missing": True} if is_missing else {}))

    async def _answers(self, bundle: Bundle, call: Call) -> list[dict[str, Any] | BaseException]:
        """Ask for every input at once; a call that is given up takes all of them with it."""
        loop = asyncio.get_running_loop()
        started = loop.time() - call.waited_s
        asked = [
            self._queue_of(bundle).submit(Question(bundle, item), call.waited_s, call.deadline_s)
            for item in call.inputs
        ]
        found = await asyncio.gather(*asked, return_exceptions=True)
        for answer in found:
            self.meters.answered(_outcome(answer), loop.time() - started)
        return found

    def _compare(self, call: Call, results: list[dict[str, Any]]) -> bool:
        """Ask the other version too, behind the answer's back; return whether its file is needed.

        When calls queue up, comparing is the first thing to be left out.
        """
        assert call.beside is not None
        other = self.versions.get(call.beside.version)
        if other is None:
            return True
        if self.waiting <= self._shadow_queue:
            task = asyncio.ensure_future(self._shadow(other, call, call.beside, results))
            self._shadows.add(task)
            task.add_done_callback(self._shadows.discard)
        return False

    async def _shadow(
        self, other: Bundle, call: Call, beside: Beside, results: list[dict[str, Any]]
    ) -> None:
        for item, answer in zip(call.inputs, results, strict=True):
            if answer.get("error", {}).get("code") in CALLERS_OWN:
                continue
            try:
                second = await self._queue_of(other).submit(Question(other, item, is_fresh=True))
            except QueueFull:
                return
            except Exception as error:  # of a version that nobody relies on yet: it is counted
                second = _result(error)
            if beside.is_stable:
                self.comparisons.add((beside.version, call.version), second, answer)
            else:
                self.comparisons.add((call.version, beside.version), answer, second)

    async def explain(self, request: Request) -> Response:
        """Weigh the parts of a value (see `Wish`); the queue's calls get in between."""
        try:
            wish = read_wish(await _json_body(request))
        except BadRequest as error:
            return _error(400, "bad_request", str(error))
        bundle = self.versions.get(wish.version)
        if bundle is None:
            return _error(404, "unknown_version", "Send the version's file first.")
        if self._explaining >= EXPLAINED_AT_ONCE:
            return _busy([QueueFull(BUSY)])
        loop = asyncio.get_running_loop()
        self._explaining += 1
        try:
            found = await explain(
                bundle, wish, self._encoders, lambda work: loop.run_in_executor(self._thread, work)
            )
        except ValueError as error:
            return _error(400, "bad_input", str(error))
        finally:
            self._explaining -= 1
        return _json(found)

    async def alter(self, request: Request) -> Response:
        """Show values as a training would alter them (see `AlterWish`)."""
        try:
            wish = read_alter_wish(await _json_body(request))
        except BadRequest as error:
            return _error(400, "bad_request", str(error))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._thread, altered_examples, wish)
        return _json({"examples": found})

    async def put_version(self, request: Request) -> Response:
        """Keep a version's file under its hash."""
        key = request.path_params["key"]
        content = await request.body()
        if len(content) > MAX_BODY or bundle_key(content) != key:
            return _error(400, "bad_version", "The file is too large or does not match its name.")
        try:
            bundle = read_bundle(content)
            self.versions.put(key, bundle, len(content))
        except (HeadFileError, OverBudget) as error:
            return _error(400, "bad_version", str(error))
        # Answered only when warm, so that a swap's first call is as quick as its last.
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._predictor.warm, bundle)
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
        return _json({"ok": True, "waiting": self.waiting, "versions": len(self.versions)})

    async def take_comparisons(self, _: Request) -> Response:
        """Hand over what was compared since the last time."""
        return _json({"comparisons": self.comparisons.take()})

    async def metrics(self, _: Request) -> Response:
        """Serve Prometheus text: what an autoscaler looks at."""
        gauges = {
            "queue_depth": self.waiting,
            "versions": len(self.versions),
            "version_bytes": self.versions.spent,
            "version_bytes_budget": self.versions.budget,
            "versions_evicted": self.versions.evicted,
            "item_seconds": self._predictor.pace.seconds,
        }
        return Response(self.meters.as_text(gauges), media_type="text/plain; version=0.0.4")


def build_app(models: Path, options: ServingOptions | None = None) -> Starlette:
    """Return the application of one process."""
    serving = Serving(models, options)
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


def _result(answer: dict[str, Any] | BaseException) -> dict[str, Any]:
    match answer:
        case dict():
            return answer
        case QueueFull():
            return _fault("busy", BUSY)
        case TooLate():
            return _fault("too_late", f"{answer} Ask with a longer `deadline_ms`.")
        case ValueError():
            return _fault("bad_input", str(answer))
        case _:
            logger.error("A question failed", exc_info=answer)
            return _fault("failed", "The model failed on this input.")


def _outcome(answer: dict[str, Any] | BaseException) -> str:
    return "ok" if isinstance(answer, dict) else str(_OUTCOMES.get(type(answer), "failed"))


_OUTCOMES = {QueueFull: "busy", TooLate: "too_late", BadServingInput: "bad_input"}


def _busy(found: Sequence[dict[str, Any] | BaseException]) -> Response:
    """Say when to come back: when the queue that refused will have drained."""
    wait_s = math.ceil(max(e.retry_after_s for e in found if isinstance(e, QueueFull)))
    response = _json(_fault("busy", BUSY) | {"retry_after_s": wait_s}, 429)
    response.headers["Retry-After"] = str(wait_s)
    return response


def _fault(code: str, detail: str) -> dict[str, Any]:
    return {"error": {"code": code, "detail": detail}}


def _error(status: int, code: str, detail: str) -> Response:
    return _json(_fault(code, detail), status)


def _json(content: Any, status: int = 200) -> Response:
    body = orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY)
    return Response(body, status, media_type="application/json")
