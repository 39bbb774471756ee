"""One reader of the event log per process, and the queues of everybody who listens here.

The log is the truth: events written by workers or other web processes arrive by looking twice a
second, those of this process at once, because their writer wakes the feed. Without listeners
nothing is read.
"""

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from channels.db import database_sync_to_async
from django.db import DatabaseError

from labeling.events import EventLogged
from labeling.realtime.event_log import LogReader
from labeling.realtime.payloads import Message, event_message, passing_message
from labeling.selectors.projects import project_counts

logger = logging.getLogger(__name__)
LOOK_S = 0.5
PROGRESS_S = 2.0
MAX_WAITING = 2000
COUNTED = frozenset({"annotation", "import", "tasks"})
"""Events after which the project's counts differ."""

Queue = asyncio.Queue[Message | None]


@dataclass(slots=True)
class Feed:
    """The listeners of one process."""

    queues: defaultdict[int, set[Queue]] = field(default_factory=lambda: defaultdict(set))
    reader: LogReader = field(default_factory=LogReader)
    told_progress: dict[int, float] = field(default_factory=dict)
    owed_progress: set[int] = field(default_factory=set)
    _wake: asyncio.Event | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _task: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def listening(self, project_id: int) -> AsyncIterator[tuple[Queue, int]]:
        """Give a queue of messages, and the log's position from which it starts."""
        await self._ensure_running()
        queue: Queue = asyncio.Queue(MAX_WAITING)
        self.queues[project_id].add(queue)
        try:
            yield queue, self.reader.position
        finally:
            self.queues[project_id].discard(queue)
            if not self.queues[project_id]:
                del self.queues[project_id]

    def wake(self, _: EventLogged) -> None:
        """Look now; called by writers in their threads, so it costs nothing without listeners."""
        if self.queues and self._loop is not None and self._wake is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self._wake.set)

    async def _ensure_running(self) -> None:
        loop = asyncio.get_running_loop()
        if self._task is not None and not self._task.done() and self._loop is loop:
            return
        self._loop, self._wake = loop, asyncio.Event()
        await database_sync_to_async(self.reader.start)(time.monotonic())
        self._task = loop.create_task(self._run(self._wake))

    async def _run(self, wake: asyncio.Event) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(wake.wait(), LOOK_S)
            wake.clear()
            if not self.queues:
                return
            try:
                await self._look()
            except DatabaseError:
                logger.exception("The event log cannot be read; trying again")
                await asyncio.sleep(LOOK_S)

    async def _look(self) -> None:
        read = database_sync_to_async(self.reader.read)
        for event in await read(time.monotonic(), tuple(self.queues)):
            self._tell(event.project_id, event_message(event))
            if event.type in COUNTED:
                self.owed_progress.add(event.project_id)
        await self._tell_progress(time.monotonic())

    async def _tell_progress(self, now: float) -> None:
        """Tell counts at most every two seconds a project, and always after the last change."""
        for project_id in tuple(self.owed_progress):
            if now - self.told_progress.get(project_id, 0.0) < PROGRESS_S:
                continue
            self.owed_progress.discard(project_id)
            self.told_progress[project_id] = now
            if project_id in self.queues:
                counts = await database_sync_to_async(project_counts)(project_id)
                self._tell(project_id, passing_message("progress", {"counts": counts.as_json()}))

    def _tell(self, project_id: int, message: Message) -> None:
        """A listener that does not keep up is let go (None); it comes back and resumes."""
        for queue in tuple(self.queues.get(project_id, ())):
            try:
                queue.put_nowait(message)
            except asyncio.QueueFull:
                self.queues[project_id].discard(queue)
                queue.get_nowait()
                queue.put_nowait(None)


feed = Feed()
