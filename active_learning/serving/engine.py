"""What computes in the serving process: versions in memory, queues before them, a few threads.

A version is named by the hash of its file and never changes, so swapping versions is nothing but
asking for another name: requests under way finish with the one they named.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import build_apart
from active_learning.keeping import Lru
from active_learning.serving.adaptive import AdaptivePolicy
from active_learning.serving.asking import Call
from active_learning.serving.batcher import MicroBatcher, Waiting
from active_learning.serving.bundle import Bundle, read_bundle
from active_learning.serving.meters import Meters
from active_learning.serving.policy import Batching
from active_learning.serving.predictor import Predictor, Question
from active_learning.serving.replies import Answer, outcome

__all__ = ["Engine", "ServingOptions"]

logger = logging.getLogger(__name__)

Queue: TypeAlias = MicroBatcher[Question, Answer]
Found = TypeVar("Found")


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


class Engine:
    """Versions, queues and threads.

    Questions that a fast head could answer wait in a queue of their own, for one thread: the web
    process needs the other core for them. The rest is dear, and computed on all of them.
    """

    def __init__(self, models: Path, options: ServingOptions) -> None:
        self.models = models
        self.versions: Lru[str, Bundle] = Lru(options.memory_mb << 20)
        self.encoders = Encoders(models)
        self.predictor = Predictor(self.encoders, deadline_s=options.deadline_ms / 1000)
        self.meters = Meters(time.monotonic)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="compute")
        self._slow_threads = ThreadPoolExecutor(options.threads, thread_name_prefix="slow")
        self._quick = Queue(partial(self._process, self._thread), options.policy())
        self._slow = Queue(
            partial(self._process, self._slow_threads), options.policy(), lanes=options.threads
        )

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Take questions; encoders are built and opened in the background."""
        self._quick.start()
        self._slow.start()
        warm = self.run(self._warm)
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

    def run(self, work: Callable[[], Found]) -> asyncio.Future[Found]:
        """Compute something beside the questions, on the thread of the quick ones."""
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def keep(self, key: str, content: bytes) -> None:
        """Open a version's file and keep it, warm: a swap's first call is as quick as its last.

        Raises
        ------
        HeadFileError
            When it is no such file.
        OverBudget
            When it is larger than all versions may be together.
        """
        bundle = read_bundle(content)
        self.versions.put(key, bundle, len(content))
        await self.run(partial(self.predictor.warm, bundle))

    async def ask(
        self, question: Question, waited_s: float = 0, deadline_s: float | None = None
    ) -> Answer:
        """Wait in the queue that the version's cost asks for, and return the judgement."""
        queue = self._slow if question.bundle.fast is None else self._quick
        return await queue.submit(question, waited_s, deadline_s)

    async def answers(self, bundle: Bundle, call: Call) -> list[Answer | BaseException]:
        """Ask for every input at once; a call that is given up takes all of them with it."""
        loop = asyncio.get_running_loop()
        started = loop.time() - call.waited_s
        asked = [
            self.ask(Question(bundle, item), call.waited_s, call.deadline_s) for item in call.inputs
        ]
        found = await asyncio.gather(*asked, return_exceptions=True)
        for answer in found:
            self.meters.answered(outcome(answer), loop.time() - started)
        return found

    def _warm(self) -> None:
        try:
            build_apart(self.models)
            self.encoders.of_type("text").encode(["warm"])
        except Exception:
            # Images or tables may still be served; the next text question fails with the cause.
            logger.exception("The text encoder could not be made ready")

    async def _process(
        self, threads: ThreadPoolExecutor, batch: Sequence[Waiting[Question]]
    ) -> Sequence[Answer | Exception]:
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            return await loop.run_in_executor(threads, self.predictor.answer, batch, started)
        finally:
            self.meters.computed(len(batch), loop.time() - started)
