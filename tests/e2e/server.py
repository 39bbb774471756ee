"""A whole installation of its own: the supervisor with every process, in a folder of its own."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.harness.services import free_port

ROOT = Path(__file__).resolve().parents[2]
READY_S = 180


@dataclass
class Server:
    """`manage.py serve` on a free port; `kill_web` hurts it as a crash would."""

    data: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *arguments: str) -> None:
        """Start and wait until every part answers."""
        self.process = self._spawn("serve", "--port", str(self.port), *arguments)
        self.wait_ready()

    def _spawn(self, *command: str) -> subprocess.Popen[bytes]:
        # The unit tests' settings have nothing to do with a real server.
        environment = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        environment |= {"PENUMBRA_DATA": str(self.data)}
        with (self.data / "server.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", *command],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait_ready(self) -> None:
        """Wait for /readyz, or show the log."""
        deadline = time.monotonic() + READY_S
        while time.monotonic() < deadline:
            if self._answers():
                return
            time.sleep(0.3)
        raise AssertionError(f"The server is not ready:\n{self.log()}")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill_web(self) -> None:
        """Kill the web process outright; the supervisor brings another."""
        for child in psutil.Process(self.process.pid).children():
            if "uvicorn" in " ".join(child.cmdline()):
                child.send_signal(signal.SIGKILL)
                child.wait(10)

    def stop(self) -> None:
        """Ask the supervisor to end."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(30)
            if self.process.poll() is None:
                self.process.kill()

    def log(self) -> str:
        """Return what the processes said."""
        return (self.data / "server.log").read_text(encoding="utf-8", errors="replace")[-6000:]
