"""The pre-labeling call over a WebSocket: one connection, many calls, answered as they are ready.

Who may ask, what may be asked and what may go wrong is as in the REST call, see `calls`.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer

from active_learning.realtime.calls import AT_ONCE, answer_call, in_thread
from active_learning.serving.client import Overloaded
from labeling.kernel.closing import NOT_ALLOWED, NOT_SIGNED_IN
from labeling.kernel.errors import BadInput, PenumbraError
from labeling.policies import Action, open_project
from labeling.services.callers import caller_of


class PrelabelConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """One program's connection."""

    async def connect(self) -> None:
        """Let in who may ask; refusals are told by the closing code, after accepting."""
        await self.accept()
        self.project_id = int(self.scope["url_route"]["kwargs"]["project_id"])
        self.calls: set[asyncio.Task[None]] = set()
        try:
            await in_thread(self._enter)
        except PenumbraError as error:
            await self.close(NOT_SIGNED_IN if error.status == 401 else NOT_ALLOWED)

    async def disconnect(self, code: int) -> None:
        """Nobody waits any more; what is being computed is thrown away."""
        for call in self.calls:
            call.cancel()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """Read JSON from a text or a binary message; what is none is refused as no object."""
        try:
            content = json.loads(text_data or bytes_data or b"")
        except (ValueError, RecursionError):
            content = None
        await self.receive_json(content)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Take `{"id", "inputs", "deadline_ms"?}` or `{"id", "task"}`; answer by the same id."""
        arrived_at = time.monotonic()
        if not isinstance(content, Mapping):
            await self._refuse(None, BadInput("A call is an object."))
            return
        number = content.get("id")
        if not isinstance(number, str | int | None):
            await self._refuse(None, BadInput("`id` is a text or a whole number."))
            return
        if len(self.calls) >= AT_ONCE:
            said = f"{AT_ONCE} calls of this connection wait already; send more as answers come."
            await self._refuse(number, Overloaded(said, retry_after_s=1))
            return
        call = asyncio.create_task(self._answer(number, content, arrived_at))
        self.calls.add(call)
        call.add_done_callback(self.calls.discard)

    async def _answer(self, number: Any, call: Mapping[str, Any], arrived_at: float) -> None:
        try:
            answer = await in_thread(self._asked, call, arrived_at)
        except PenumbraError as error:
            await self._refuse(number, error)
        else:
            await self.send_json({"id": number} | answer)

    async def _refuse(self, number: Any, error: PenumbraError) -> None:
        await self.send_json({"id": number, "error": error.as_problem()})

    def _enter(self) -> None:
        open_project(caller_of(self.scope), self.project_id, Action.PRELABEL)

    def _asked(self, call: Mapping[str, Any], arrived_at: float) -> dict[str, Any]:
        return answer_call(caller_of(self.scope), self.project_id, call, arrived_at=arrived_at)
