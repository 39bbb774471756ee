"""Asks a second version behind the answer's back, to compare both on what people really ask."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from active_learning.serving.asking import Beside, Call
from active_learning.serving.bundle import Bundle
from active_learning.serving.comparing import Comparisons
from active_learning.serving.engine import Engine
from active_learning.serving.policy import QueueFull
from active_learning.serving.predictor import Question
from active_learning.serving.replies import Answer, result

__all__ = ["Shadowing"]

CALLERS_OWN = frozenset({"busy", "too_late"})
"""Errors that tell nothing about a version."""


class Shadowing:
    """The comparisons under way, and what they found."""

    def __init__(self, engine: Engine, most_waiting: int) -> None:
        self.comparisons = Comparisons()
        self._engine = engine
        self._most_waiting = most_waiting
        self._tasks: set[asyncio.Task[None]] = set()

    def compare(self, call: Call, beside: Beside, results: Sequence[Answer]) -> bool:
        """Ask the other version too; return whether its file is needed first.

        When calls queue up, comparing is the first thing to be left out.
        """
        other = self._engine.versions.get(beside.version)
        if other is None:
            return True
        if self._engine.waiting <= self._most_waiting:
            task = asyncio.ensure_future(self._ask(other, call, beside, results))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return False

    async def _ask(
        self, other: Bundle, call: Call, beside: Beside, results: Sequence[Answer]
    ) -> None:
        for item, answer in zip(call.inputs, results, strict=True):
            if answer.get("error", {}).get("code") in CALLERS_OWN:
                continue
            try:
                second = await self._engine.ask(Question(other, item, is_fresh=True))
            except QueueFull:
                return
            except Exception as error:  # of a version that nobody relies on yet: it is counted
                second = result(error)
            if beside.is_stable:
                self.comparisons.add((beside.version, call.version), second, answer)
            else:
                self.comparisons.add((call.version, beside.version), answer, second)
