"""Short writes with rests between them, so that people's own writes find their turn."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Pace"]

SHARE = 0.5
"""Of the time a write took: with SQLite, where one writes at a time, people get a third of it."""
LEAST_S, MOST_S = 0.004, 0.25


class Pace:
    """Rests after each write, longer after a long one: a slow database is a busy one."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Write inside; the rest comes afterwards."""
        begun = self._clock()
        yield
        self._sleep(min(MOST_S, max(LEAST_S, SHARE * (self._clock() - begun))))
