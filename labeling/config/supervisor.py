"""Keeps a group of processes alive: restarts what dies, passes signals on, stops all together."""

import ctypes
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)
PR_SET_PDEATHSIG = 1
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
STEADY_S = 20.0
STOP_S = 15.0


@dataclass(slots=True)
class Child:
    """One process of the group and its record of falls."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    pause_s: float = FIRST_PAUSE_S
    retry_at: float = 0.0


@dataclass(slots=True)
class Supervisor:
    """Start `children`, then `watch` until told to stop."""

    children: Sequence[Child]
    environment: Mapping[str, str]
    tell: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    stopping: bool = field(default=False, init=False)

    def start(self) -> None:
        """Start every child and take over the signals."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        for child in self.children:
            self._spawn(child)

    def watch(self, *, pause_s: float = 0.2) -> None:
        """Restart what dies, until a signal comes; then stop the group."""
        while not self.stopping:
            self.tend()
            time.sleep(pause_s)
        self.stop()

    def tend(self) -> None:
        """Look at every child once."""
        now = self.clock()
        for child in self.children:
            if child.process is None:
                if now >= child.retry_at:
                    self._spawn(child)
            elif (status := child.process.poll()) is not None:
                self._note_death(child, status, now)

    def stop(self) -> None:
        """Ask every child to finish, and insist after a while."""
        living = [child.process for child in self.children if child.process is not None]
        for process in living:
            process.terminate()
        deadline = self.clock() + STOP_S
        for process in living:
            try:
                process.wait(max(0.1, deadline - self.clock()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _on_signal(self, _number: int, _frame: object) -> None:
        self.stopping = True

    def _spawn(self, child: Child) -> None:
        child.started_at = self.clock()
        child.process = subprocess.Popen(  # noqa: S603
            child.command,
            env=dict(self.environment),
            # Ctrl-C reaches the whole foreground group: children must hear only from us.
            start_new_session=True,
            preexec_fn=_die_with_parent,  # noqa: PLW1509  (no threads run yet)
        )

    def _note_death(self, child: Child, status: int, now: float) -> None:
        """Back off while it keeps falling; forget old falls after a steady run."""
        if now - child.started_at > STEADY_S:
            child.pause_s = FIRST_PAUSE_S
        child.process = None
        child.retry_at = now + child.pause_s
        self.tell(f"{child.name} ended ({_reason(status)}); starting it again.")
        child.pause_s = min(child.pause_s * 2, LONGEST_PAUSE_S)


def _reason(status: int) -> str:
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


def _die_with_parent() -> None:
    """On Linux, let a child not outlive a supervisor that was killed outright."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() == 1:
            os._exit(0)
