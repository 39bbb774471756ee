"""The live channel of a federation: its event log, passed on as it grows."""

import asyncio
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from federated.models import FederationEvent
from federated.policies import open_federation
from labeling.kernel.clock import wire_time
from labeling.kernel.closing import NOT_SIGNED_IN, UNKNOWN
from labeling.kernel.errors import PenumbraError
from labeling.models import User

LOOK_S = 1.0
BATCH = 200


class FederationConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """One browser tab at one federation.

    The log is written by the coordinator's process as well, so each tab looks once a second; those
    who coordinate are few.
    """

    async def connect(self) -> None:
        """Let staff in; refusals are told by the closing code, after accepting."""
        await self.accept()
        self.pump: asyncio.Task[None] | None = None
        self.federation_id = int(self.scope["url_route"]["kwargs"]["federation_id"])
        user = self.scope.get("user")
        if not isinstance(user, User):
            await self.close(NOT_SIGNED_IN)
            return
        try:
            await database_sync_to_async(open_federation)(user, self.federation_id)
        except PenumbraError:
            await self.close(UNKNOWN)
            return
        position = await database_sync_to_async(self._position)()
        await self.send_json({"id": None, "type": "hello", "data": {"last": position}})
        self.pump = asyncio.create_task(self._follow(self._after(position)))

    async def disconnect(self, code: int) -> None:
        """Stop looking."""
        if self.pump is not None:
            self.pump.cancel()

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Answer pings; anything else is ignored."""
        if isinstance(content, dict) and content.get("type") == "ping":
            await self.send_json({"id": None, "type": "pong", "data": {}})

    @classmethod
    async def decode_json(cls, text_data: str) -> Any:
        """Read what a client sends; what is no JSON is ignored."""
        try:
            return await super().decode_json(text_data)
        except ValueError:
            return None

    async def _follow(self, after: int) -> None:
        while True:
            for event in await database_sync_to_async(self._events)(after):
                after = event.pk
                await self.send_json(
                    {
                        "id": event.pk,
                        "type": event.type,
                        "at": wire_time(event.at),
                        "data": event.data,
                    }
                )
            await asyncio.sleep(LOOK_S)

    def _events(self, after: int) -> list[FederationEvent]:
        found = FederationEvent.objects.filter(federation=self.federation_id, pk__gt=after)
        return list(found.order_by("pk")[:BATCH])

    def _position(self) -> int:
        found = FederationEvent.objects.filter(federation=self.federation_id)
        return found.order_by("-pk").values_list("pk", flat=True).first() or 0

    def _after(self, position: int) -> int:
        """Return where a client resumes (`?after=`), never before a batch ago."""
        raw = parse_qs(self.scope["query_string"].decode("latin1")).get("after", [""])[0]
        resumes = raw.isascii() and raw.isdigit() and len(raw) < 19
        return max(int(raw), position - BATCH) if resumes else position
