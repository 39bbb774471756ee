"""The pre-label call through HTTP, authentication and serving: 32 clients in a closed loop.

Starts real server processes (web, serving) on a data folder of its own. Every text is new, so no
cache helps. The last column says how much of both cores other processes took meanwhile: on a busy
machine the latencies are the machine's. Run: `make bench` or
`.venv/bin/python -m tests.benchmarks.learning.bench_prelabel`.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from tests.benchmarks.learning.prelabel_clients import Load, run_clients

ROOT = Path(__file__).resolve().parents[3]
CLIENTS = (1, 8, 32)
RUNS_OF_MANY = 3
"""The last number of clients is measured so often: its p99 is the one with a target."""
SECONDS, WARM_S = 10.0, 2.0
WEB = int(os.environ.get("BENCH_PORT", "5310"))
SERVING = WEB + 1
PREPARE = """
import json
from tests.active_learning.services.test_query_round import label, run, topics
from labeling.services.users import create_token
project = topics()
label(project, 24)
run(project)
owner = project.created_by
_, key = create_token(user=owner, name="bench", scopes=[])
print(json.dumps({"project": project.pk, "token": key}))
"""


def main() -> None:
    """Print the latencies."""
    with tempfile.TemporaryDirectory(prefix="penumbra-bench-") as data:
        env = os.environ | {
            "PENUMBRA_DATA": data,
            "SERVING_URL": f"http://127.0.0.1:{SERVING}",
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "labeling.config.settings",
        }
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "--verbosity", "0"], check=True, cwd=ROOT, env=env)
        made = subprocess.run(
            [*manage, "shell", "--verbosity", "0", "-c", PREPARE],
            check=True, cwd=ROOT, env=env, capture_output=True, text=True,
        )  # fmt: skip
        facts = json.loads(made.stdout.strip().splitlines()[-1])
        web = [sys.executable, "-m", "uvicorn", "labeling.config.asgi:application",
               "--port", str(WEB), "--log-level", "warning"]  # fmt: skip
        servers = [
            subprocess.Popen(command, cwd=ROOT, env=env)
            for command in (web, [*manage, "serving", "--port", str(SERVING)])
        ]
        try:
            _wait(WEB, "/healthz")
            _wait(SERVING, "/healthz")
            for clients in (*CLIENTS, *CLIENTS[-1:] * (RUNS_OF_MANY - 1)):
                _measure(clients, servers, facts)
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait(10)


def _measure(clients: int, servers: list[subprocess.Popen[bytes]], facts: dict[str, Any]) -> None:
    processes = [*(psutil.Process(server.pid) for server in servers), psutil.Process()]
    before, all_before = [_cpu(process) for process in processes], _cpu(psutil)
    load = run_clients(clients, port=WEB, warm_s=WARM_S, seconds=SECONDS, **facts)
    spent = [_cpu(process) - b for process, b in zip(processes, before, strict=True)]
    others = (_cpu(psutil) - all_before - sum(spent)) / (SECONDS + WARM_S) / psutil.cpu_count()
    _report(clients, load)
    web, serving, client = (1000 * seconds / load.calls for seconds in spent)
    print(
        f"             CPU ms a call: web {web:.1f}, serving {serving:.1f}, client {client:.1f}; "
        f"other processes took {others:.0%} of the machine",
        flush=True,
    )


def _cpu(of: Any) -> float:
    """Return CPU seconds of a process, or of the whole machine."""
    times = of.cpu_times()
    return float(times.user + times.system + getattr(times, "nice", 0.0))


def _wait(port: int, path: str) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"nothing answers on port {port}")


def _report(clients: int, load: Load) -> None:
    p50, p95, p99 = np.percentile(load.latencies_ms, [50, 95, 99])
    print(
        f"{clients:>3} clients: p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  p99 {p99:6.1f} ms  "
        f"{len(load.latencies_ms) / SECONDS:6.1f}/s  by the fast head "
        f"{load.encoders['fast'] / len(load.latencies_ms):.0%}  "
        f"faults {dict(load.faults)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
