"""The supervisor restarts what dies, backs off, and stops everything."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from labeling.config.supervisor import Child, Supervisor

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]
FALLER = [sys.executable, "-c", "raise SystemExit(3)"]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def group(told):
    made = []

    def make(*children: Child) -> Supervisor:
        supervisor = Supervisor(children, dict(os.environ), told.append, clock=Clock())
        made.append(supervisor)
        return supervisor

    yield make
    for supervisor in made:
        supervisor.clock = time.monotonic
        supervisor.stop()


def test_a_killed_child_is_started_again_after_a_pause(group, told):
    child = Child("web", SLEEPER)
    supervisor = group(child)
    supervisor.tend()
    first = child.process
    first.kill()
    first.wait()
    supervisor.tend()
    assert child.process is None
    assert told == ["web ended (signal SIGKILL); starting it again."]
    supervisor.clock.now += child.pause_s
    supervisor.tend()
    assert child.process.pid != first.pid
    assert child.process.poll() is None


def test_pauses_grow_while_it_keeps_falling_and_stay_bounded(group, told):
    child = Child("worker", FALLER)
    supervisor = group(child)
    pauses = []
    for _ in range(9):
        supervisor.tend()
        child.process.wait()
        supervisor.tend()
        pauses.append(child.retry_at - supervisor.clock.now)
        supervisor.clock.now = child.retry_at
    assert pauses[:4] == [0.5, 1.0, 2.0, 4.0]
    assert pauses[-1] == 30.0
    assert "exit status 3" in told[0]


def test_a_steady_run_forgets_old_falls(group):
    child = Child("web", SLEEPER, pause_s=16.0)
    supervisor = group(child)
    supervisor.tend()
    supervisor.clock.now += 60
    child.process.kill()
    child.process.wait()
    supervisor.tend()
    assert child.retry_at - supervisor.clock.now == 0.5


def test_stop_ends_every_child(group):
    children = [Child("a", SLEEPER), Child("b", SLEEPER)]
    supervisor = group(*children)
    supervisor.tend()
    supervisor.clock = time.monotonic
    supervisor.stop()
    assert all(child.process.poll() == -signal.SIGTERM for child in children)


@pytest.mark.skipif(sys.platform != "linux", reason="the parent's death is told on Linux only")
def test_children_do_not_outlive_a_supervisor_that_was_killed(tmp_path: Path):
    program = (
        "import os, sys, time\n"
        "from labeling.config.supervisor import Child, Supervisor\n"
        "c = Child('x', [sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "s = Supervisor([c], dict(os.environ), print)\n"
        "s.tend(); print(c.process.pid, flush=True); time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    psutil.wait_procs([child], timeout=10)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
