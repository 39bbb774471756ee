"""How long to wait before looking again: shortly while something comes, else seldom."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Pace"]

_SHARE = 0.2


class Pace:
    """A fifth of the time in which nothing came, within bounds.

    So what answers at once is met at once, what takes long costs few looks, and no look comes much
    too late: never by more than a fifth of the whole wait.
    """

    def __init__(
        self,
        *,
        shortest_s: float,
        longest_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shortest, self._longest, self._clock = shortest_s, longest_s, clock
        self._came_at = -longest_s / _SHARE

    def came(self) -> None:
        """Something came, or was sent out and will be answered."""
        self._came_at = self._clock()

    @property
    def pause_s(self) -> float:
        """Seconds until the next look."""
        quiet = self._clock() - self._came_at
        return min(self._longest, max(self._shortest, _SHARE * quiet))
