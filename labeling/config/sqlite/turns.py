"""One writer at a time, first come first served."""

import threading
from collections import deque


class Turns:
    """A fair lock: who waited longest goes next.

    A plain lock may be taken by a newcomer over and over; SQLite's own waiting is worse: it sleeps
    ever longer, so that under load the unlucky wait a second for a turn that takes milliseconds.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._is_taken = False
        self._line: deque[threading.Lock] = deque()

    def take(self, timeout_s: float) -> bool:
        """Wait for the turn; False when it did not come in time."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = threading.Lock()
            mine.acquire()
            self._line.append(mine)
        if mine.acquire(timeout=timeout_s):
            return True
        with self._guard:
            if mine in self._line:
                self._line.remove(mine)
                return False
        # It was handed over while we gave up: it is ours.
        return True

    def give(self) -> None:
        """Hand the turn to the next in line."""
        with self._guard:
            if self._line:
                self._line.popleft().release()
            else:
                self._is_taken = False
