"""The coordinator's SuperLink as a process: folder, public port, private port."""

import sys
from pathlib import Path

from federated.identity.authority import Authority
from federated.transport.superlink import SuperLinkPlan, run_superlink

if __name__ == "__main__":
    folder, port, private_port = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    run_superlink(
        SuperLinkPlan(
            host="127.0.0.1",
            port=port,
            private_port=private_port,
            authority=Authority(folder / "authority"),
            database=folder / "superlink.sqlite3",
            secret=folder / "secret",
        )
    )
