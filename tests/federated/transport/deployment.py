"""A coordinator and three sites as processes of their own, over TLS, on this machine."""

import datetime
import os
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import httpx

from federated.identity.authority import Authority
from federated.identity.invitation import Invitation
from federated.identity.site_key import SiteKey, public_point
from federated.transport.control import Control
from federated.transport.environment import flower_environment
from federated.transport.supernode import SuperNodePlan
from federated.transport.supervising import Child

PATIENCE_S = 300.0
ROOT = Path(__file__).resolve().parents[3]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def until(
    holds: Callable[[], bool], what: str, *, patience_s: float = PATIENCE_S, every_s: float = 0.1
) -> None:
    """Wait for something that another process does, looking now and then."""
    end = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(every_s)


class Deployment:
    """Files of everybody in one folder; ``children`` are the processes by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.authority = Authority(folder / "authority")
        self.authority.ensure(("localhost", "127.0.0.1"), now=datetime.datetime.now(datetime.UTC))
        self.port, self.private_port = free_port(), free_port()
        self.secret = folder / "secret"
        self.secret.write_bytes(os.urandom(32))
        self.children: dict[str, Child] = {}

    @property
    def trust(self) -> ssl.SSLContext:
        """What a site believes: the coordinator's own authority."""
        return ssl.create_default_context(cafile=str(self.authority.certificate))

    @property
    def control(self) -> Control:
        """The coordinator's hand on who may join and what runs."""
        return Control(private_port=self.private_port, authority=self.authority.certificate)

    @property
    def keys(self) -> dict[str, bytes]:
        """Registered public keys by name of the site."""
        return {name: public_point(self.key(name).public_line) for name in self.sites}

    @property
    def sites(self) -> tuple[str, ...]:
        """Their names."""
        return ("site0", "site1", "site2")

    def key(self, site: str) -> SiteKey:
        """A site's key, made when it is first asked for."""
        key = SiteKey(self.folder / site / "key")
        key.ensure()
        return key

    def plan(self, site: str) -> SuperNodePlan:
        """A site's SuperNode; the port is its own for good."""
        port = self.folder / site / "port"
        if not port.exists():
            port.parent.mkdir(exist_ok=True)
            port.write_text(str(free_port()))
        pem = self.authority.certificate.read_text()
        return SuperNodePlan(
            invitation=Invitation("127.0.0.1", self.port, site, pem),
            authority=self.authority.certificate,
            key=self.key(site),
            port=int(port.read_text()),
            secret=self.secret,
        )

    def spawn(self, name: str, command: list[str]) -> Child:
        """Begin a process with its own home and log."""
        home = self.folder / name
        environment = {**flower_environment(home / "flower"), "PYTHONPATH": str(ROOT)}
        child = Child(name, command, environment, home / "log.txt")
        child.start()
        self.children[name] = child
        return child

    def start_coordinator(self) -> None:
        """The SuperLink; returns when it answers."""
        self.spawn("coordinator", self._module("superlink_process", ""))
        until(self._is_healthy, self._words("coordinator"))

    def start_site(self, site: str) -> None:
        """A SuperNode and the worker that answers for it."""
        self.spawn(f"{site}-supernode", self.plan(site).command)
        self.spawn(f"{site}-worker", self._module("site_process", site))

    def are_ready(self) -> bool:
        """Whether every site's worker has loaded what it needs; on a busy machine that takes."""
        return all((self.folder / site / "ready").exists() for site in self.sites)

    def _module(self, name: str, *arguments: str) -> list[str]:
        module = f"tests.federated.transport.{name}"
        return [sys.executable, "-m", module, str(self.folder), str(self.port),
                str(self.private_port), *arguments]  # fmt: skip

    def _is_healthy(self) -> bool:
        try:
            url = f"https://127.0.0.1:{self.port}/health"
            return httpx.get(url, verify=self.trust, timeout=1.0).is_success
        except httpx.HTTPError:
            return False

    def _words(self, name: str) -> str:
        return f"{name} did not come up: see {self.folder / name / 'log.txt'}"

    def stop(self) -> None:
        """End everything."""
        for child in reversed(list(self.children.values())):
            child.stop()


D = TypeVar("D", bound=Deployment)


@contextmanager
def deployed(deployment: D) -> Iterator[D]:
    """Yield a deployment without processes; end whatever was begun."""
    try:
        yield deployment
    finally:
        deployment.stop()
