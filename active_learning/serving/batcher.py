"""The mechanism of micro-batching: callers wait for their own answer, batches leave by policy."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from active_learning.serving.policy import Batching

__all__ = ["MicroBatcher", "TooLate", "Waiting"]

TOO_LATE = "The deadline passed before the model could answer."
Item = TypeVar("Item")
Answer = TypeVar("Answer")


class TooLate(Exception):
    """The caller's own deadline passed before its turn came; nothing was computed for it."""


@dataclass(frozen=True)
class Waiting(Generic[Item]):
    """An item and when it came, by the loop's clock; after its deadline nobody wants the answer."""

    item: Item
    arrival: float
    deadline: float | None = None


class MicroBatcher(Generic[Item, Answer]):
    """Collects items into batches for ``process``.

    ``process`` returns an answer or an exception for each item, in order; an exception reaches
    only its own caller. If ``process`` itself raises, its items are tried again one by one, so
    that a poisoned one fails alone. A caller that gives up (is cancelled) while waiting leaves the
    queue without being worked on; so does one whose deadline passes, by `TooLate`.

    ``lanes`` batches are worked on at a time.
    """

    def __init__(
        self,
        process: Callable[[Sequence[Waiting[Item]]], Awaitable[Sequence[Answer | Exception]]],
        policy: Batching,
        *,
        lanes: int = 1,
    ) -> None:
        self._process = process
        self._policy = policy
        self._queue: deque[tuple[Waiting[Item], asyncio.Future[Answer]]] = deque()
        self._changed = asyncio.Event()
        self._lanes = lanes
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to work; call inside a running loop."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._run()) for _ in range(self._lanes)]

    async def stop(self) -> None:
        """Stop working; callers still in the queue are cancelled."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for _, future in self._queue:
            future.cancel()
        self._queue.clear()

    @property
    def waiting(self) -> int:
        """How many callers wait for a batch."""
        return len(self._queue)

    async def submit(
        self, item: Item, waited_s: float = 0.0, deadline_s: float | None = None
    ) -> Answer:
        """Return the answer to ``item``, or raise its own error, `QueueFull` or `TooLate`.

        ``waited_s`` is how long its caller had waited before: it dates the arrival back.
        ``deadline_s`` is how long, from then on, the caller wants an answer at all; who says so is
        not refused for having waited less.
        """
        if deadline_s is not None and waited_s > deadline_s:
            raise TooLate(TOO_LATE)
        self._policy.admit(len(self._queue), waited_s if deadline_s is None else 0.0)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        arrival = loop.time() - waited_s
        deadline = None if deadline_s is None else arrival + deadline_s
        self._queue.append((Waiting(item, arrival, deadline), future))
        self._changed.set()
        try:
            return await future
        except asyncio.CancelledError:
            self._changed.set()  # so that it leaves the queue now, not when a batch is due
            raise

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._company()
            size = self._policy.size(self._queue[0][0].arrival, loop.time())
            batch = [self._queue.popleft() for _ in range(min(len(self._queue), size))]
            await self._answer([pair for pair in batch if self._is_wanted(*pair, loop.time())])

    async def _company(self) -> None:
        """Return when the next batch should leave."""
        loop = asyncio.get_running_loop()
        while True:
            self._drop_unwanted(loop.time())
            self._changed.clear()
            if not self._queue:
                await self._changed.wait()
                continue
            left = self._policy.wait_s(len(self._queue), self._queue[0][0].arrival, loop.time())
            if left <= 0:
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)

    def _drop_unwanted(self, now: float) -> None:
        while self._queue and not self._is_wanted(*self._queue[0], now):
            self._queue.popleft()

    @staticmethod
    def _is_wanted(waiting: Waiting[Item], future: asyncio.Future[Answer], now: float) -> bool:
        """Whether somebody still waits; who waited past his deadline is told so."""
        if future.done():
            return False
        if waiting.deadline is not None and now > waiting.deadline:
            future.set_exception(TooLate(TOO_LATE))
            return False
        return True

    async def _answer(self, batch: list[tuple[Waiting[Item], asyncio.Future[Answer]]]) -> None:
        if not batch:
            return
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            answers = await self._process([waiting for waiting, _ in batch])
        except Exception as error:  # the outermost loop: whoever waits must hear of it
            if len(batch) > 1:
                for pair in batch:
                    await self._answer([pair])
                return
            answers = [error]
        self._policy.note(len(batch), loop.time() - started)
        for (_, future), answer in zip(batch, answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
