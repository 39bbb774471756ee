"""Flower's SuperNode, awake while a round is going on, signing by the coordinator's clock.

A process of its own; its arguments are Flower's own. Flower looks for messages every three seconds,
whatever happens. A secure sum asks six questions a round, so most of a round was waiting.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from federated.transport.pace import Pace

__all__ = ["IDLE_S", "REPLY_S", "Rhythm"]

IDLE_S, REPLY_S = 3.0, 0.5
"""How long Flower sleeps where no message came, and where a reply is not ready yet."""
SOON_S = 0.1
REPLY_SOON_S = 0.03
"""A reply comes from our own worker on this machine: a look costs no call."""


class Rhythm:
    """Stands where Flower's module has `time`."""

    def __init__(
        self,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep = sleep
        self._pace = Pace(shortest_s=SOON_S, longest_s=IDLE_S, clock=clock)

    def sleep(self, seconds: float) -> None:
        """Sleep less while messages come."""
        if seconds == REPLY_S:
            self._pace.came()
            self._sleep(REPLY_SOON_S)
        elif seconds == IDLE_S:
            self._sleep(self._pace.pause_s)
        else:
            self._sleep(seconds)

    def __getattr__(self, name: str) -> object:
        return getattr(time, name)


def main() -> None:
    """Become a SuperNode."""
    # Only this process may load Flower by importing this module.
    from flwr.supernode import start_client_internal  # noqa: PLC0415
    from flwr.supernode.cli import flower_supernode  # noqa: PLC0415

    from federated.transport.server_clock import follow_server_clock  # noqa: PLC0415

    vars(start_client_internal)["time"] = Rhythm()
    follow_server_clock()
    sys.argv[0] = "flower-supernode"
    flower_supernode()


if __name__ == "__main__":
    main()
