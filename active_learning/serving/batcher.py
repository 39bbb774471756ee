"""The mechanism of micro-batching: callers wait for their own answer, batches leave by policy."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from active_learning.serving.policy import BatchPolicy

__all__ = ["MicroBatcher", "Waiting"]

Item = TypeVar("Item")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Waiting(Generic[Item]):
    """An item and when it came, by the loop's clock."""

    item: Item
    arrival: float


class MicroBatcher(Generic[Item, Answer]):
    """Collects items into batches for ``process``.

    ``process`` returns an answer or an exception for each item, in order; an exception reaches
    only its own caller. If ``process`` itself raises, every caller of that batch gets the error.
    A caller that gives up (is cancelled) while waiting leaves the queue without being worked on.
    """

    def __init__(
        self,
        process: Callable[[Sequence[Waiting[Item]]], Awaitable[Sequence[Answer | Exception]]],
        policy: BatchPolicy,
    ) -> None:
        self._process = process
        self._policy = policy
        self._queue: deque[tuple[Waiting[Item], asyncio.Future[Answer]]] = deque()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work; call inside a running loop."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Stop working; callers still in the queue are cancelled."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        for _, future in self._queue:
            future.cancel()
        self._queue.clear()

    @property
    def waiting(self) -> int:
        """How many callers wait for a batch."""
        return len(self._queue)

    async def submit(self, item: Item, waited_s: float = 0.0) -> Answer:
        """Return the answer to ``item``, or raise its own error or `QueueFull`.

        ``waited_s`` is how long its caller had waited before: it dates the arrival back.
        """
        self._policy.admit(len(self._queue))
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._queue.append((Waiting(item, loop.time() - waited_s), future))
        self._changed.set()
        return await future

    async def _run(self) -> None:
        while True:
            await self._company()
            batch = [
                self._queue.popleft()
                for _ in range(min(len(self._queue), self._policy.max_batch_size))
            ]
            await self._answer([(w, future) for w, future in batch if not future.done()])

    async def _company(self) -> None:
        """Return when the next batch should leave."""
        loop = asyncio.get_running_loop()
        while True:
            self._drop_cancelled()
            self._changed.clear()
            if not self._queue:
                await self._changed.wait()
                continue
            left = self._policy.wait_s(len(self._queue), self._queue[0][0].arrival, loop.time())
            if left <= 0:
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)

    def _drop_cancelled(self) -> None:
        while self._queue and self._queue[0][1].done():
            self._queue.popleft()

    async def _answer(self, batch: list[tuple[Waiting[Item], asyncio.Future[Answer]]]) -> None:
        if not batch:
            return
        try:
            answers = await self._process([waiting for waiting, _ in batch])
        except Exception as error:  # the outermost loop: whoever waits must hear of it
            answers = [error] * len(batch)
        for (_, future), answer in zip(batch, answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
