"""Short writes with rests between them, so that people's own writes find their turn."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from labeling.services.learned_facts import CHUNK

__all__ = ["Pace"]

HOLD_S = 0.03
"""What a write may take: with SQLite, where one writes at a time, others wait for so long."""
SHARE = 0.5
"""Of the time a write took, the rest behind it."""
LEAST_S, MOST_S = 0.004, 0.25
LEAST_ROWS, FIRST_ROWS = 100, 100
"""Below, the transactions themselves cost more than the rows in them."""


class Pace:
    """Rests after each write, and writes fewer rows at a time where they take long.

    A slow database is a busy one: on a full machine the same rows hold it ten times as long.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.rows = FIRST_ROWS
        """How many rows the next write should have."""
        self._clock = clock
        self._sleep = sleep

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Write inside; the rest comes afterwards."""
        begun = self._clock()
        yield
        took = max(self._clock() - begun, 1e-6)
        fitting = self.rows * min(2.0, max(0.5, HOLD_S / took))
        self.rows = round(min(CHUNK, max(LEAST_ROWS, fitting)))
        self._sleep(min(MOST_S, max(LEAST_S, SHARE * took)))
