"""The far side of a line process."""

import os
import signal
import subprocess
import sys
import time

import psutil

CHILD = """
import time
from labeling.media.decoding.answering import answer_lines
answer_lines(lambda request: time.sleep(request["seconds"]) or {})
"""
PARENT = """
import subprocess, sys
pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]], **pipes)
print('{"seconds": 0}', file=child.stdin, flush=True)
child.stdout.readline()
print('{"seconds": 600}', file=child.stdin, flush=True)
print(child.pid, flush=True)
child.wait()
"""


def test_it_ends_amid_its_work_when_its_parent_is_killed() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    patience = time.monotonic() + 30
    while child.is_running() and child.status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < patience
        time.sleep(0.05)
