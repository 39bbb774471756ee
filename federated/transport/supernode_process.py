"""Flower's SuperNode, awake while a round is going on. A script: its arguments are Flower's own.

Flower looks for messages every three seconds, whatever happens. A secure sum asks six questions a
round, so most of a round was waiting. Here a node that has just had a message looks again soon.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

__all__ = ["IDLE_S", "REPLY_S", "Rhythm"]

IDLE_S, REPLY_S = 3.0, 0.5
"""How long Flower sleeps where no message came, and where a reply is not ready yet."""
AWAKE_FOR_S = 45.0
SOON_S = 0.3


class Rhythm:
    """Stands where Flower's module has `time`."""

    def __init__(
        self,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep, self._clock = sleep, clock
        self._busy_at = -AWAKE_FOR_S

    def sleep(self, seconds: float) -> None:
        """Sleep less while messages come."""
        if seconds == REPLY_S:
            self._busy_at = self._clock()
            self._sleep(SOON_S)
        elif seconds == IDLE_S and self._clock() - self._busy_at < AWAKE_FOR_S:
            self._sleep(SOON_S)
        else:
            self._sleep(seconds)

    def __getattr__(self, name: str) -> object:
        return getattr(time, name)


def main() -> None:
    """Become a SuperNode."""
    # Only this script's process may load Flower by importing this module.
    from flwr.supernode import start_client_internal  # noqa: PLC0415
    from flwr.supernode.cli import flower_supernode  # noqa: PLC0415

    vars(start_client_internal)["time"] = Rhythm()
    sys.argv[0] = "flower-supernode"
    flower_supernode()


if __name__ == "__main__":
    # The folder of this script is no place to import from.
    sys.path.pop(0)
    main()
