"""Flower as it comes beside ours, in one run: seconds a round with three nodes.

Run: `make bench ARGS=stock` or `python -m tests.benchmarks.federated.bench_stock`. Both over TLS
with node authentication and a database, the same head on the same arrays. Stock Flower asks two
questions a round (learn, then take the new model) and starts processes for every message; ours
keeps its workers warm and brings the new model with the next lesson, so it asks one, and five for a
secure sum.
"""

import hashlib
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from flwr.cli.build import build_fab_from_files
from flwr.common.serde import fab_to_proto
from flwr.proto.control_pb2 import StartRunRequest
from flwr.supercore.fab import Fab

from federated.transport.control import Control
from tests.benchmarks.federated.stock_app import APP, ROUNDS
from tests.federated.transport.deployment import Deployment, deployed, until
from tests.federated.transport.playing import Player, play

STOCK_PATIENCE_S = 1200.0


class StockDeployment(Deployment):
    """SuperLink and SuperNodes by Flower's own commands."""

    @property
    def times(self) -> Path:
        """Where the server app notes when a round was over."""
        return self.folder / "times.json"

    def start_coordinator(self) -> None:
        """Start the SuperLink; it starts a process for each task."""
        self.spawn(
            "coordinator",
            [
                *(tool("flower-superlink"), "--host", "127.0.0.1", "--port", str(self.port)),
                *("--disable-runtime-dependency-installation", "--isolation", "subprocess"),
                *("--database", str(self.folder / "superlink.sqlite3")),
                *("--ssl-certfile", str(self.authority.server_certificate)),
                *("--ssl-keyfile", str(self.authority.server_key)),
                *("--ssl-ca-certfile", str(self.authority.certificate)),
                "--enable-supernode-auth",
            ],
        )
        until(self._is_healthy, self._words("coordinator"))

    def start_site(self, site: str) -> None:
        """Start the SuperNode; it starts a process for each message."""
        plan = self.plan(site)
        self.spawn(
            site,
            [
                *(tool("flower-supernode"), "--superlink", f"127.0.0.1:{self.port}"),
                *("--root-certificates", str(plan.authority)),
                *("--auth-supernode-private-key", str(plan.key.path)),
                *("--host", "127.0.0.1", "--port", str(plan.port)),
                *("--isolation", "subprocess", "--node-config", f"number={site[-1]}"),
            ],
        )


def main() -> None:
    """Print a line for each."""
    with tempfile.TemporaryDirectory() as folder, deployed(StockDeployment(Path(folder))) as stock:
        os.environ["STOCK_TIMES"] = str(stock.times)
        control = Control(private_port=stock.port, authority=stock.authority.certificate)
        begin(stock, control)
        start(control)
        until(stock.times.exists, "the run ends", patience_s=STOCK_PATIENCE_S)
        ends = json.loads(stock.times.read_text())
        told("stock Flower, in clear", [b - a for a, b in pairwise(ends)])
    with tempfile.TemporaryDirectory() as folder, deployed(Deployment(Path(folder))) as ours:
        begin(ours, ours.control)
        until(ours.are_ready, "the sites' workers")
        for name, is_secure in (("ours, in clear", False), ("ours, secure sum", True)):
            player = Player(rounds=ROUNDS, is_secure=is_secure)
            play(ours, player, name)
            told(name, player.seconds)


def begin(deployment: Deployment, control: Control) -> None:
    """Start everything and wait for three sites."""
    deployment.start_coordinator()
    for name in deployment.sites:
        control.register(name=name, public_line=deployment.key(name).public_line)
        deployment.start_site(name)
    until(lambda: list(control.statuses().values()).count("online") == 3, "nodes online")


def start(control: Control) -> None:
    """Start a run of the stock app."""
    content = build_fab_from_files({"pyproject.toml": APP})[0]
    packed = Fab(hashlib.sha256(content).hexdigest(), content, {})
    control._client.StartRun(StartRunRequest(fab=fab_to_proto(packed)))


def tool(name: str) -> str:
    """Return one of Flower's programs."""
    return str(Path(sys.executable).parent / name)


def told(name: str, seconds: Sequence[float]) -> None:
    """Print the seconds of each round; the first one warms up."""
    each = " ".join(f"{one:.1f}" for one in seconds)
    median, load = statistics.median(seconds[1:]), os.getloadavg()[0]
    print(
        f"{name:24s} {median:6.1f} s a round (rounds: {each}), load {load:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
