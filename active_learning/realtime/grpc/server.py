"""Answers calls one by one or as a stream; who may ask, and what goes wrong, is as over HTTP."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import grpc
from google.protobuf.struct_pb2 import Struct  # type: ignore[import-untyped]  # no stubs

from active_learning.realtime.calls import AT_ONCE, answer_call, in_thread
from active_learning.realtime.grpc.messages import as_object, as_struct, status_of, trailers_of
from active_learning.serving.client import Overloaded
from labeling.kernel.errors import NotSignedIn, PenumbraError
from labeling.kernel.wire import read_id
from labeling.services.callers import token_user

__all__ = ["SERVICE", "serve_grpc", "started"]

SERVICE = "penumbra.v1.Prelabeling"
MAX_MESSAGE = 64 << 20
GRACE_S = 5.0
logger = logging.getLogger(__name__)


class Prelabeling:
    """The service of `prelabeling.proto`."""

    async def prelabel(self, request: Struct, context: grpc.aio.ServicerContext) -> Struct:
        """Answer one call."""
        try:
            return as_struct(await self._answer(as_object(request), context))
        except PenumbraError as error:
            await context.abort(status_of(error), error.detail, trailers_of(error))

    async def stream(
        self, requests: AsyncIterator[Struct], context: grpc.aio.ServicerContext
    ) -> None:
        """Answer the calls of a stream as they are ready, until the caller says no more."""
        calls: set[asyncio.Task[None]] = set()
        turn = asyncio.Lock()

        async def answer(call: Mapping[str, Any]) -> None:
            said = {"id": call.get("id")}
            try:
                said |= await self._answer(call, context)
            except PenumbraError as error:
                said |= {"error": error.as_problem()}
            async with turn:
                await context.write(as_struct(said))

        try:
            async for request in requests:
                call = as_object(request)
                if len(calls) >= AT_ONCE:
                    detail = f"{AT_ONCE} calls of this stream wait already; send more later."
                    problem = Overloaded(detail, retry_after_s=1).as_problem()
                    async with turn:
                        await context.write(as_struct({"id": call.get("id"), "error": problem}))
                    continue
                task = asyncio.create_task(answer(call))
                calls.add(task)
                task.add_done_callback(calls.discard)
            await asyncio.gather(*calls)
        finally:
            for task in calls:
                task.cancel()

    @staticmethod
    async def _answer(call: Mapping[str, Any], context: grpc.aio.ServicerContext) -> dict[str, Any]:
        left_s = context.time_remaining()
        most_ms = None if left_s is None else max(1.0, left_s * 1000)
        answer: dict[str, Any] = await in_thread(
            _asked, _key_of(context), call, time.monotonic(), most_ms
        )
        return answer


def _asked(
    key: bytes, call: Mapping[str, Any], arrived_at: float, most_ms: float | None
) -> dict[str, Any]:
    user, _ = token_user(key, reads_only=False)
    project_id = read_id(call.get("project"), "/project")
    return answer_call(user, project_id, call, arrived_at=arrived_at, most_ms=most_ms)


def _key_of(context: grpc.aio.ServicerContext) -> bytes:
    header = dict(context.invocation_metadata() or ()).get("authorization", "")
    scheme, _, key = str(header).partition(" ")
    if scheme.lower() != "token" or not key.strip():
        raise NotSignedIn("Send the metadata `authorization: Token <key>`.")
    return key.strip().encode()


async def started(host: str, port: int) -> tuple[grpc.aio.Server, int]:
    """Return a server that listens, and its port."""
    service = Prelabeling()
    forms = {
        "request_deserializer": Struct.FromString,
        "response_serializer": Struct.SerializeToString,
    }
    handlers = {
        "Prelabel": grpc.unary_unary_rpc_method_handler(service.prelabel, **forms),
        "PrelabelStream": grpc.stream_stream_rpc_method_handler(service.stream, **forms),
    }
    server = grpc.aio.server(
        options=(
            ("grpc.max_receive_message_length", MAX_MESSAGE),
            # Another process on the same port would take calls in turn, unseen.
            ("grpc.so_reuseport", 0),
        )
    )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    bound = server.add_insecure_port(f"{host}:{port}")
    await server.start()
    return server, bound


async def serve_grpc(host: str, port: int, ended: asyncio.Event) -> None:
    """Serve until told to end; calls under way have a few seconds."""
    server, _ = await started(host, port)
    await ended.wait()
    await server.stop(GRACE_S)
