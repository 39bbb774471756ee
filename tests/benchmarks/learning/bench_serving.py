"""Serving: the call under 1 to 128 clients, batching, MiniLM's eight bits, swaps under load.

Starts real server processes on a data folder of its own. Every input is new, so no cache helps.
Run: `.venv/bin/python -m tests.benchmarks.learning.bench_serving`. The first lines and the last
column tell how much of the machine other processes took: on a busy machine the latencies are the
machine's.
"""

import json
import os
from typing import Any

import numpy as np
import psutil

from tests.benchmarks.learning import serving_parts
from tests.benchmarks.learning.prelabel_clients import Load
from tests.benchmarks.learning.served_calls import (
    a_picture,
    own_processes,
    prepared,
    running,
    under_load,
)

CLIENTS = (1, 32, 128)
SECONDS, WARM_S = 8.0, 2.0
WEB = int(os.environ.get("BENCH_PORT", "5330"))
PREPARE = """
import json
from tests.benchmarks.learning.serving_projects import served_projects
print(json.dumps(served_projects()))
"""


def a_small_image(*which: int) -> str:
    """Return the body of a call about a picture."""
    return json.dumps({"inputs": [{"image": a_picture(*which)}]})


def main() -> None:
    """Print all figures."""
    print(f"load {os.getloadavg()[0]:.1f}, {psutil.cpu_count()} cores", flush=True)
    serving_parts.print_quantised()
    serving_parts.print_batching()
    with (
        prepared(WEB, PREPARE) as (env, facts),
        running(own_processes(WEB), env, (WEB, WEB + 1)) as servers,
    ):
        serving_parts.print_swaps(f"http://127.0.0.1:{WEB + 1}")
        for kind in ("text", "image"):
            for clients in CLIENTS:
                _measure(kind, clients, servers, facts)


def _measure(kind: str, clients: int, servers: list[Any], facts: dict[str, Any]) -> None:
    more = {"body_of": a_small_image} if kind == "image" else {}
    load, spent, others = under_load(
        servers, clients, port=WEB, warm_s=WARM_S, seconds=SECONDS,
        project=facts[kind], token=facts["token"], **more,
    )  # fmt: skip
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
