"""Flower's SuperNode at a site: it dials out, and gives tasks to our worker on loopback."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from federated.identity.invitation import Invitation
from federated.identity.site_key import SiteKey
from federated.transport import supernode_process

__all__ = ["SuperNodePlan"]


@dataclass(frozen=True)
class SuperNodePlan:
    """Which coordinator it joins, as whom, and where our worker finds it.

    ``secret`` is a file of random bytes that lets our worker, and nobody else on this machine, take
    tasks.
    """

    invitation: Invitation
    authority: Path
    key: SiteKey
    port: int
    secret: Path

    @property
    def address(self) -> str:
        """The Runtime API, for `NodeWorker`."""
        return f"127.0.0.1:{self.port}"

    @property
    def command(self) -> list[str]:
        """The process to keep alive."""
        superlink = f"{self.invitation.host}:{self.invitation.port}"
        return [
            *(sys.executable, "-P", "-m", supernode_process.__name__),
            *("--superlink", superlink, "--root-certificates", str(self.authority)),
            *("--auth-supernode-private-key", str(self.key.path)),
            *("--host", "127.0.0.1", "--port", str(self.port)),
            *("--isolation", "process", "--superexec-auth-secret-file", str(self.secret)),
        ]
