"""The live channel of a project: authorises at the door, then only passes on."""

import asyncio
import time
from contextlib import AsyncExitStack
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from labeling.kernel.closing import NOT_ALLOWED, NOT_SIGNED_IN, SLOW, UNKNOWN
from labeling.kernel.errors import NotFound, PenumbraError
from labeling.kernel.wire import read_id
from labeling.models import User
from labeling.policies import open_project
from labeling.realtime.event_log import events_between
from labeling.realtime.feed import Queue, feed
from labeling.realtime.payloads import event_message, passing_message, person, seen_message
from labeling.realtime.presence import Presence
from labeling.selectors.veil import veil_of

MAX_REPLAY = 1000


class ProjectConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """One browser tab in one project."""

    async def connect(self) -> None:
        """Let members in; refusals are told by the closing code, after accepting."""
        await self.accept()
        self.project_id = int(self.scope["url_route"]["kwargs"]["project_id"])
        self.group = f"project.{self.project_id}"
        self.task: str | None = None
        self.others = Presence()
        self.after = 0
        self.stack = AsyncExitStack()
        self.pump: asyncio.Task[None] | None = None
        self.told = asyncio.Event()
        user = self.scope.get("user")
        if not isinstance(user, User):
            await self.close(NOT_SIGNED_IN)
            return
        try:
            access = await database_sync_to_async(open_project)(user, self.project_id)
        except NotFound:
            await self.close(UNKNOWN)
            return
        self.user, self.veil = user, veil_of(access)
        await self._join()

    async def disconnect(self, code: int) -> None:
        """Leave the group and stop listening."""
        if self.pump is not None:
            self.pump.cancel()
            await self.channel_layer.group_send(
                self.group, {"type": "presence.gone", "channel": self.channel_name}
            )
            await self.channel_layer.group_discard(self.group, self.channel_name)
        await self.stack.aclose()

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Take `viewing` and `ping`; anything else is ignored."""
        if self.pump is None or not isinstance(content, dict):
            return
        if content.get("type") == "viewing":
            try:
                task = content.get("task")
                self.task = None if task is None else str(read_id(task, "task"))
            except PenumbraError:
                return
            await self._announce()
        elif content.get("type") == "ping":
            await self.send_json(passing_message("pong", {}))
            await self._announce()

    async def presence_here(self, message: dict[str, Any]) -> None:
        """Somebody of the project says who they are (and, to a newcomer, all answer)."""
        if message.get("asks") and message["channel"] != self.channel_name:
            await self._announce(to=message["channel"])
        if self.others.note(message["channel"], message["who"], time.monotonic()):
            self.told.set()

    async def presence_gone(self, message: dict[str, Any]) -> None:
        """Somebody left."""
        if self.others.forget(message["channel"]):
            self.told.set()

    @classmethod
    async def decode_json(cls, text_data: str) -> Any:
        """Read what a client sends; what is no JSON is ignored."""
        try:
            return await super().decode_json(text_data)
        except ValueError:
            return None

    async def _join(self) -> None:
        queue, position = await self.stack.enter_async_context(feed.listening(self.project_id))
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self._greet(position)
        self.pump = asyncio.create_task(self._pass_on(queue))
        tell = asyncio.create_task(self._tell_presence())
        self.stack.callback(tell.cancel)
        await self._announce(asks=True)

    async def _greet(self, position: int) -> None:
        """Say hello, then what was missed since `after`; too much is said by `reload`."""
        query = parse_qs(self.scope["query_string"].decode("latin1"))
        raw = query.get("after", [""])[0]
        resumes = raw.isascii() and raw.isdigit() and len(raw) < 19
        self.after = int(raw) if resumes else 0
        missed = []
        if resumes and self.after < position:
            read = database_sync_to_async(events_between)
            missed = await read(self.project_id, self.after, position, MAX_REPLAY)
        is_much = len(missed) > MAX_REPLAY
        await self.send_json(passing_message("hello", {"last": position, "reload": is_much}))
        for event in [] if is_much else missed:
            await self.send_json(seen_message(event_message(event), self.user, self.veil))

    async def _pass_on(self, queue: Queue) -> None:
        while (message := await queue.get()) is not None:
            if (message["id"] or self.after + 1) <= self.after:
                continue  # the client has seen it: the log is read from a little before its end
            await self.send_json(seen_message(message, self.user, self.veil))
            if message["type"] == "member" and not await self._may_stay(message["data"]):
                await self.close(NOT_ALLOWED)
                return
        await self.close(SLOW)

    async def _may_stay(self, data: dict[str, Any]) -> bool:
        """Look again at what one may see, where one's own part in the project has changed."""
        if data.get("username") != self.user.username:
            return True
        try:
            access = await database_sync_to_async(open_project)(self.user, self.project_id)
        except NotFound:
            return False
        self.veil = veil_of(access)
        return True

    async def _announce(self, *, asks: bool = False, to: str | None = None) -> None:
        message = {
            "type": "presence.here",
            "channel": self.channel_name,
            "who": person(self.user) | {"task": self.task},
            "asks": asks,
        }
        if to is None:
            await self.channel_layer.group_send(self.group, message)
        else:
            await self.channel_layer.send(to, message)

    async def _tell_presence(self) -> None:
        """Tell the client at most four times a second, however many come and go."""
        while True:
            await self.told.wait()
            self.told.clear()
            users = self.others.users(time.monotonic())
            told = passing_message("presence", {"users": users})
            await self.send_json(seen_message(told, self.user, self.veil))
            await asyncio.sleep(0.25)
