"""What the installed product does in bad weather: clocks apart, a site away, a network cut.

Run: `make bench ARGS=drills` or `python -m tests.benchmarks.federated.bench_drills [clocks offline
cut namespace]`. Four installations on this machine; AWAY_S says for how long a site is away.
"""

import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from typing import Any

from labeling.config.demo.federation import Installation
from tests.benchmarks.federated.installed import Drills, asked_for, play_parts, say
from tests.benchmarks.federated.own_network import HOST, OwnNetwork, own_network
from tests.benchmarks.federated.shifted_clock import clock_library
from tests.benchmarks.federated.wire_cutter import WireCutter

AWAY_S = float(os.environ.get("AWAY_S", "600"))
CUT_S = min(AWAY_S, 120.0)
APART_S = 240


class BehindProxy(Drills):
    """The first site reaches the coordinator by a line that can be cut."""

    def __init__(self, made: list[Installation]) -> None:
        super().__init__(made)
        self.line = WireCutter()
        self.show.invited = self._invited  # type: ignore[method-assign]

    def begin(self, fleet: int) -> None:
        """Join with the line in between."""
        self.line.begin(fleet)
        super().begin(fleet)

    def _invited(self, name: str, path: str) -> Any:
        invitation = self.show.hub.post(f"{path}invitation/")
        return {**invitation, "port": self.line.port} if name == "north" else invitation

    def cut(self) -> None:
        """Cut it, and mend it after a while."""
        self.line.cut()
        threading.Timer(CUT_S, self.line.mend).start()


class BehindCable(Drills):
    """The first site's node is in a network of its own, and reaches us by a cable."""

    network: OwnNetwork

    def __init__(self, made: list[Installation]) -> None:
        super().__init__(made)
        self.show.host = HOST

    def pull(self) -> None:
        """Pull the cable, and put it back after a while."""
        self.network.pull()
        threading.Timer(CUT_S, self.network.plug).start()


def clocks(drills: Drills) -> None:
    """Two sites are wrong by four minutes, one this way, one that way."""
    drills.run(f"clocks of two sites {APART_S:+d} and {-APART_S:+d} s")


def offline(drills: Drills) -> None:
    """All processes of a site's node stand still for a while, as on a machine that sleeps."""
    north = drills.made[1]
    words = ("federated_node", "federated_worker", "supernode_process")

    def sleep() -> None:
        drills.signal(SIGSTOP, north, *words)
        threading.Timer(AWAY_S, drills.signal, (SIGCONT, north, *words)).start()

    drills.run(f"a site away for {AWAY_S:.0f} s in a round", sleep)


def cut(drills: Drills) -> None:
    """The line between one site and the coordinator carries nothing for a while."""
    assert isinstance(drills, BehindProxy)
    drills.run(f"one site's network cut for {CUT_S:.0f} s in a round", drills.cut)


def namespace(drills: Drills) -> None:
    """The network of a site's node is cut off from the coordinator's by the kernel."""
    assert isinstance(drills, BehindCable)
    drills.run(f"one site's cable pulled for {CUT_S:.0f} s in a round", drills.pull)


def main() -> None:
    """Print a line for each drill."""
    parts = asked_for((clocks, offline, cut, namespace))
    if clocks in parts:
        with tempfile.TemporaryDirectory() as folder:
            library = str(clock_library(Path(folder)))
            apart = {
                name: {"LD_PRELOAD": library, "CLOCK_AHEAD_S": str(seconds)}
                for name, seconds in (("north", APART_S), ("south", -APART_S))
            }
            play_parts([clocks], surroundings=apart)
    if others := [part for part in parts if part in (offline, cut)]:
        play_parts(others, drills_of=BehindProxy)
    if namespace in parts:
        try:
            with own_network() as BehindCable.network:
                inside = {"north: federated_node": OwnNetwork.prefix}
                play_parts([namespace], drills_of=BehindCable, prefixes=inside)
        except (OSError, subprocess.CalledProcessError) as error:
            say(f"no network of its own could be made here: {error}")


if __name__ == "__main__":
    began = time.monotonic()
    main()
    say(f"{time.monotonic() - began:.0f} s in all")
