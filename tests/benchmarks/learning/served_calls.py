"""An installation that answers pre-labeling calls: prepared, run, and measured under load."""

import base64
import contextlib
import http.client
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psutil
from PIL import Image

from tests.benchmarks.learning.prelabel_clients import Load, run_clients

__all__ = ["ROOT", "Servers", "a_picture", "own_processes", "prepared", "running", "under_load"]

ROOT = Path(__file__).resolve().parents[3]
MANAGE = (sys.executable, "manage.py")
Servers = list[subprocess.Popen[bytes]]


@contextlib.contextmanager
def prepared(web: int, script: str) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Migrate an empty folder and run a script in it; give the environment, and what it printed.

    The web process is to listen on port `web`, serving on the next.
    """
    with tempfile.TemporaryDirectory(prefix="penumbra-bench-") as data:
        env = os.environ | {
            "PENUMBRA_DATA": data,
            "SERVING_URL": f"http://127.0.0.1:{web + 1}",
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "labeling.config.settings",
        }
        subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], check=True, cwd=ROOT, env=env)
        made = subprocess.run(
            [*MANAGE, "shell", "--verbosity", "0", "-c", script],
            check=True, cwd=ROOT, env=env, capture_output=True, text=True,
        )  # fmt: skip
        yield env, json.loads(made.stdout.strip().splitlines()[-1])


def own_processes(web: int) -> list[list[str]]:
    """Return the commands of our web and serving processes."""
    uvicorn = [sys.executable, "-m", "uvicorn", "labeling.config.asgi:application"]
    return [
        [*uvicorn, "--port", str(web), "--log-level", "warning"],
        [*MANAGE, "serving", "--port", str(web + 1)],
    ]


@contextlib.contextmanager
def running(
    commands: Sequence[Sequence[str]],
    env: dict[str, str],
    ports: Sequence[int],
    path: str = "/healthz",
    wait_s: float = 90.0,
    **how: Any,
) -> Iterator[Servers]:
    """Start processes (`how`: as `Popen`), wait until each port answers at `path`, end them."""
    how = {"cwd": ROOT, **how}
    servers = [subprocess.Popen(command, env=env, **how) for command in commands]
    try:
        for port in ports:
            _wait(port, path, wait_s)
        yield servers
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait(20)


def under_load(
    servers: Servers, clients: int, *, warm_s: float, seconds: float, **how: Any
) -> tuple[Load, list[float], float]:
    """Run clients (`how`: as `run_clients`) against servers.

    Return the load, the CPU seconds of each server and last of the clients, and the share of the
    machine that other processes took.
    """
    processes = [*(psutil.Process(server.pid) for server in servers), psutil.Process()]
    before, all_before = [_cpu(process) for process in processes], _cpu(psutil)
    load = run_clients(clients, warm_s=warm_s, seconds=seconds, **how)
    spent = [_cpu(process) - b for process, b in zip(processes, before, strict=True)]
    others = (_cpu(psutil) - all_before - sum(spent)) / (seconds + warm_s) / psutil.cpu_count()
    return load, spent, others


def a_picture(turn: int, client: int, clients: int) -> str:
    """Return a picture of 96 x 96 pixels that no cache knows, as base64."""
    rng = random.Random(f"{turn} {client} {clients}")
    picture = Image.new("RGB", (96, 96), tuple(rng.randrange(256) for _ in range(3)))
    content = io.BytesIO()
    picture.save(content, "PNG")
    return base64.b64encode(content.getvalue()).decode()


def _cpu(of: Any) -> float:
    """Return CPU seconds of a process, or of the whole machine."""
    times = of.cpu_times()
    return float(times.user + times.system + getattr(times, "nice", 0.0))


def _wait(port: int, path: str, wait_s: float) -> None:
    deadline = time.monotonic() + wait_s
    while time.monotonic() < deadline:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"nothing answers on port {port}")
