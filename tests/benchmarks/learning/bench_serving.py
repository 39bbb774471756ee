"""Serving: the call under 1 to 128 clients, batching, MiniLM's eight bits, swaps under load.

Starts real server processes on a data folder of its own. Every input is new, so no cache helps.
Run: `.venv/bin/python -m tests.benchmarks.learning.bench_serving`. The first lines and the last
column tell how much of the machine other processes took: on a busy machine the latencies are the
machine's.
"""

import base64
import io
import json
import os
import random
import subprocess
import sys
import tempfile

import numpy as np
import psutil
from PIL import Image

from tests.benchmarks.learning import serving_parts
from tests.benchmarks.learning.bench_prelabel import ROOT, _cpu, _wait
from tests.benchmarks.learning.prelabel_clients import Load, run_clients

CLIENTS = (1, 32, 128)
SECONDS, WARM_S = 8.0, 2.0
WEB = int(os.environ.get("BENCH_PORT", "5330"))
PREPARE = """
import json
from tests.benchmarks.learning.serving_projects import served_projects
print(json.dumps(served_projects()))
"""


def a_small_image(turn: int, client: int, clients: int) -> str:
    """Return the body of a call about a picture of 96 x 96 pixels that no cache knows."""
    rng = random.Random(f"{turn} {client} {clients}")
    picture = Image.new("RGB", (96, 96), tuple(rng.randrange(256) for _ in range(3)))
    content = io.BytesIO()
    picture.save(content, "PNG")
    return json.dumps({"inputs": [{"image": base64.b64encode(content.getvalue()).decode()}]})


def main() -> None:
    """Print all figures."""
    print(f"load {os.getloadavg()[0]:.1f}, {psutil.cpu_count()} cores", flush=True)
    serving_parts.print_quantised()
    serving_parts.print_batching()
    with tempfile.TemporaryDirectory(prefix="penumbra-bench-") as data:
        env = os.environ | {
            "PENUMBRA_DATA": data,
            "SERVING_URL": f"http://127.0.0.1:{WEB + 1}",
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
            for command in (web, [*manage, "serving", "--port", str(WEB + 1)])
        ]
        try:
            _wait(WEB, "/healthz")
            _wait(WEB + 1, "/healthz")
            serving_parts.print_swaps(f"http://127.0.0.1:{WEB + 1}")
            for kind in ("text", "image"):
                for clients in CLIENTS:
                    _measure(kind, clients, servers, facts)
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait(10)


def _measure(kind: str, clients: int, servers: list, facts: dict) -> None:
    processes = [*(psutil.Process(server.pid) for server in servers), psutil.Process()]
    before, all_before = [_cpu(process) for process in processes], _cpu(psutil)
    more = {"body_of": a_small_image} if kind == "image" else {}
    load = run_clients(
        clients, port=WEB, warm_s=WARM_S, seconds=SECONDS,
        project=facts[kind], token=facts["token"], **more,
    )  # fmt: skip
    spent = [_cpu(process) - b for process, b in zip(processes, before, strict=True)]
    others = (_cpu(psutil) - all_before - sum(spent)) / (SECONDS + WARM_S) / psutil.cpu_count()
    _report(kind, clients, load, spent, others)


def _report(kind: str, clients: int, load: Load, spent: list[float], others: float) -> None:
    found = load.latencies_ms or [float("nan")]
    p50, p95, p99 = np.percentile(found, [50, 95, 99])
    web, serving, client = (1000 * seconds / max(1, load.calls) for seconds in spent)
    print(
        f"{kind:>5} {clients:>3} clients: p50 {p50:6.1f}  p95 {p95:6.1f}  p99 {p99:6.1f} ms  "
        f"{len(load.latencies_ms) / SECONDS:6.1f}/s  fast head "
        f"{load.encoders['fast'] / len(found):.0%}  CPU ms: web {web:.1f} serving {serving:.1f} "
        f"client {client:.1f}  others {others:.0%}  "
        f"faults { {k[:60]: v for k, v in load.faults.items()} }",
        flush=True,
    )


if __name__ == "__main__":
    main()
