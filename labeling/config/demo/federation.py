"""The federated demo: a coordinator and three sites as installations of their own, on one machine.

Each has its own data folder, database and web address; they meet over TLS alone. The simulated
people of a site know what its letters are about, and answer through its API as people do.
"""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from labeling.config.environment import BASE_DIR
from labeling.config.supervisor import Child

__all__ = ["COORDINATOR", "Installation", "Wire", "free_port", "prepare", "until"]

COORDINATOR = "coordinator"
MANAGE = str(BASE_DIR / "manage.py")
MISTAKES = 0.04
"""Of the simulated people."""
PATIENCE_S = 420.0
POLL_S = 1.0
Tell = Callable[[str], None]


@dataclass
class Installation:
    """One of the four; ``facts`` is what filling it told: tokens, password, truth."""

    name: str
    folder: Path
    port: int
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Where a person opens it."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """Of its processes: nothing of the installation that started the demo."""
        foreign = ("DATABASE_URL", "REDIS_URL", "SERVING_URL", "SECRET_KEY", "ALLOWED_HOSTS")
        kept = {key: value for key, value in os.environ.items() if key not in foreign}
        return {**kept, "PENUMBRA_DATA": str(self.folder), "OMP_NUM_THREADS": "1"}

    def manage(self, *arguments: str) -> str:
        """Run a command of it to its end."""
        done = subprocess.run(  # noqa: S603  our own command
            [sys.executable, MANAGE, *arguments],
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def children(self, *more: Sequence[str]) -> list[Child]:
        """Return its web process, and commands of its own."""
        web = [
            *(sys.executable, "-m", "uvicorn", "labeling.config.asgi:application"),
            *("--host", "127.0.0.1", "--port", str(self.port), "--log-level", "warning"),
            *("--timeout-graceful-shutdown", "3", "--app-dir", str(BASE_DIR)),
        ]
        named = f"PENUMBRA_DATA={self.folder}"
        commands = [web, *([sys.executable, MANAGE, *arguments] for arguments in more)]
        # One supervisor has one environment; `env` gives each installation its own folder.
        return [
            Child(f"{self.name}: {_title(command)}", ["/usr/bin/env", named, *command])
            for command in commands
        ]


@dataclass
class Wire:
    """The API of one installation, as one of its people."""

    installation: Installation
    token: str

    def __post_init__(self) -> None:
        headers = {"Authorization": f"Token {self.token}"}
        url = f"{self.installation.url}/api/"
        self._http = httpx.Client(base_url=url, headers=headers, timeout=60.0, trust_env=False)

    def get(self, path: str) -> Any:
        """GET, or say what is wrong."""
        return self._read(self._http.get(path))

    def post(self, path: str, body: Any = None) -> Any:
        """POST, or say what is wrong."""
        return self._read(self._http.post(path, json=body))

    def put(self, path: str, body: Any) -> Any:
        """PUT, or say what is wrong."""
        return self._read(self._http.put(path, json=body))

    def _read(self, answer: httpx.Response) -> Any:
        if answer.is_error:
            raise RuntimeError(f"{answer.request.url}: {answer.text[:500]}")
        return answer.json() if answer.content else None

    def label(self, count: int, rng: np.random.Generator) -> int:
        """Answer the next tasks of the queue as a person would; returns how many there were."""
        facts, answered = self.installation.facts, 0
        topics = sorted(set(facts["truth"].values()))
        while answered < count:
            work = self.post(f"projects/{facts['project']}/tasks/next/", {"holding": []})
            if work is None:
                break
            topic = facts["truth"][work["task"]["external_id"]]
            if rng.random() < MISTAKES:
                topic = str(rng.choice(topics))
            answer = {"regions": [], "relations": [], "answers": {"topic": topic}}
            body = {**answer, "lead_time": 2.0, "lease": work["lease"]["id"]}
            self.post(f"tasks/{work['task']['id']}/annotations/", body)
            answered += 1
        return answered


def prepare(folder: Path, names: Sequence[str], first_port: int, tell: Tell) -> list[Installation]:
    """Make the installations anew: one database is migrated and copied, each is filled."""
    shutil.rmtree(folder, ignore_errors=True)
    made = [
        Installation(name, folder / name, first_port + place)
        for place, name in enumerate([COORDINATOR, *names])
    ]
    tell("• making four installations")
    first = made[0]
    first.folder.mkdir(parents=True)
    first.manage("migrate", "--verbosity", "0")
    for other in made[1:]:
        other.folder.mkdir()
        _copy(first.folder / "penumbra.sqlite3", other.folder / "penumbra.sqlite3")
    for one in made:
        one.facts = json.loads(one.manage("federated_demo_site", one.name))
    return made


def until(look: Callable[[], Any], what: str, *, patience_s: float = PATIENCE_S) -> Any:
    """Wait for something that another process does."""
    end = time.monotonic() + patience_s
    while True:
        try:
            if found := look():
                return found
        except httpx.TransportError:
            pass
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen within {patience_s:.0f} s")
        time.sleep(POLL_S)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _copy(source: Path, target: Path) -> None:
    """Copy a database with what its log holds."""
    with sqlite3.connect(source) as here, sqlite3.connect(target) as there:
        here.backup(there)


def _title(command: Sequence[str]) -> str:
    return "web" if "uvicorn" in command else command[2]
