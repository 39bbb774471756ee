"""Keeps a child process alive: restarts it, waiting longer each time it dies young."""

from __future__ import annotations

import logging
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Child", "keep_alive"]

log = logging.getLogger(__name__)

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 15.0
"""After a crash Flower refuses a node until its last heartbeat has run out, about a minute; short
pauses bring it back soon after."""
GROWN_UP_S = 60.0
STOP_S = 8.0
LOOK_S = 0.5


@dataclass
class Child:
    """A command that shall run always. ``starts`` counts how often it was begun."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    starts: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Begin it, its words going to the log."""
        self.starts += 1
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as words:
            self.process = subprocess.Popen(  # noqa: S603  our own command line
                self.command,
                env=dict(self.environment),
                stdout=words,
                stderr=subprocess.STDOUT,
                cwd=self.log.parent,
            )

    @property
    def is_running(self) -> bool:
        """Whether it runs now."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """End it, gently first."""
        if self.process is None or not self.is_running:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def keep_alive(child: Child, ended: threading.Event) -> None:
    """Run the child until ``ended``, then stop it."""
    pause = FIRST_PAUSE_S
    try:
        while not ended.is_set():
            begun = time.monotonic()
            child.start()
            while child.is_running and not ended.wait(LOOK_S):
                pass
            if ended.is_set():
                return
            if time.monotonic() - begun > GROWN_UP_S:
                pause = FIRST_PAUSE_S
            log.warning(
                "%s ended; it starts again in %.0f s (see %s)", child.name, pause, child.log
            )
            ended.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)
    finally:
        child.stop()
