"""The pre-label call through HTTP, authentication and serving: 32 clients in a closed loop.

Starts real server processes (web, serving) on a data folder of its own. Every text is new, so no
cache helps. Run: `make bench` or `.venv/bin/python tests/benchmarks/learning/bench_prelabel.py`.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import numpy as np
import psutil

ROOT = Path(__file__).resolve().parents[3]
CLIENTS, SECONDS, WARM_S = 32, 12.0, 3.0
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
            for clients in (1, 8, CLIENTS):
                before = [_cpu(server) for server in servers]
                latencies, encoders, faults = _load(clients, facts)
                spent = [_cpu(server) - b for server, b in zip(servers, before, strict=True)]
                _report(clients, latencies, encoders, faults)
                calls = max(1, round(len(latencies) * (SECONDS + WARM_S) / SECONDS))
                web_ms, serving_ms = (1000 * seconds / calls for seconds in spent)
                print(f"             CPU a call: web {web_ms:.1f} ms, serving {serving_ms:.1f} ms")
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait(10)


def _cpu(server: subprocess.Popen) -> float:
    times = psutil.Process(server.pid).cpu_times()
    return times.user + times.system


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


def _load(clients: int, facts: dict) -> tuple[list[float], Counter, Counter]:
    latencies: list[float] = []
    encoders: Counter = Counter()
    faults: Counter = Counter()
    begun = time.monotonic()

    def client(number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", WEB, timeout=30)
        headers = {
            "Authorization": f"Token {facts['token']}",
            "Content-Type": "application/json",
        }
        turn = 0
        while time.monotonic() - begun < SECONDS + WARM_S:
            turn += 1
            text = f"They would like animal {turn} of client {number} today in {clients}"
            started = time.perf_counter()
            connection.request(
                "POST", f"/api/projects/{facts['project']}/prelabel/",
                json.dumps({"inputs": [{"text": text}]}), headers,
            )  # fmt: skip
            response = connection.getresponse()
            body = json.loads(response.read())
            took = time.perf_counter() - started
            if response.status != 200 or "error" in body["results"][0]:
                faults[json.dumps(body)[:200]] += 1
            elif time.monotonic() - begun > WARM_S:
                latencies.append(took * 1000)
                encoders[body["results"][0]["encoder"]] += 1

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return latencies, encoders, faults


def _report(clients: int, latencies: list[float], encoders: Counter, faults: Counter) -> None:
    p50, p95, p99 = np.percentile(latencies, [50, 95, 99])
    print(
        f"{clients:>3} clients: p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  p99 {p99:6.1f} ms  "
        f"{len(latencies) / SECONDS:6.1f}/s  {dict(encoders)}  faults {dict(faults)}  "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
