"""A site's worker as a process: its data are made here and never leave."""

import sys
import threading
from pathlib import Path

import numpy as np

from federated.node.leaving import Door, Outgoing
from federated.node.node import Node
from federated.node.summing import SummingNode
from federated.simulation.sites import MemoryBook
from federated.transport.answering import NODE_TASKS, NodeWorker, take_tasks
from tests.federated.small import site
from tests.federated.transport.deployment import Deployment


class FileBook(MemoryBook):
    """A ledger that the test can read."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file

    def enter(self, outgoing: Outgoing) -> None:
        """Append a line."""
        with self.file.open("a") as lines:
            parts = (outgoing.ask.kind, outgoing.size_bytes, outgoing.content_sha256)
            lines.write(" ".join(map(str, parts)) + "\n")


class Joined(Deployment):
    """The same files, seen from a site's process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder


def main() -> None:
    folder, name = Path(sys.argv[1]), sys.argv[4]
    here = Joined(folder)
    rng = np.random.default_rng()
    node = Node(
        site(int(name[-1]) + 1),
        Door(FileBook(folder / name / "ledger.txt")),
        SummingNode(name, here.key(name).identity, lambda: here.keys, rng),
        rng,
    )
    port = (folder / name / "port").read_text()
    (folder / name / "ready").touch()
    take_tasks(
        address=f"127.0.0.1:{port}",
        kind=NODE_TASKS,
        work=NodeWorker(address=f"127.0.0.1:{port}", answer=node.answer),
        secret=folder / "secret",
        ended=threading.Event(),
    )


if __name__ == "__main__":
    main()
