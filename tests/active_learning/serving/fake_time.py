"""An event loop whose clock jumps to the next timer instead of waiting for it."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class _Selector(selectors.DefaultSelector):
    loop: "FakeTimeLoop"

    def select(self, timeout: float | None = None) -> Any:
        if timeout:
            self.loop.now += timeout
        elif timeout is None:
            raise AssertionError("everybody waits and no timer is set: a deadlock")
        return super().select(0)


class FakeTimeLoop(asyncio.SelectorEventLoop):
    """Time passes only when everybody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        selector = _Selector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.now


def run(main: Coroutine[Any, Any, Any]) -> Any:
    """Run to the end in fake time."""
    with asyncio.Runner(loop_factory=FakeTimeLoop) as runner:
        return runner.run(main)
