"""The pre-label call through HTTP, authentication and serving: 32 clients in a closed loop.

Starts real server processes (web, serving) on a data folder of its own. Every text is new, so no
cache helps. The last column says how much of both cores other processes took meanwhile: on a busy
machine the latencies are the machine's. Run: `make bench` or
`.venv/bin/python -m tests.benchmarks.learning.bench_prelabel`.
"""

import os
from typing import Any

import numpy as np

from tests.benchmarks.learning.prelabel_clients import Load
from tests.benchmarks.learning.served_calls import own_processes, prepared, running, under_load

CLIENTS = (1, 8, 32)
RUNS_OF_MANY = 3
"""The last number of clients is measured so often: its p99 is the one with a target."""
SECONDS, WARM_S = 10.0, 2.0
WEB = int(os.environ.get("BENCH_PORT", "5310"))
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
    with (
        prepared(WEB, PREPARE) as (env, facts),
        running(own_processes(WEB), env, (WEB, WEB + 1)) as servers,
    ):
        for clients in (*CLIENTS, *CLIENTS[-1:] * (RUNS_OF_MANY - 1)):
            _measure(clients, servers, facts)


def _measure(clients: int, servers: list[Any], facts: dict[str, Any]) -> None:
    load, spent, others = under_load(
        servers, clients, port=WEB, warm_s=WARM_S, seconds=SECONDS, **facts
    )
    _report(clients, load)
    web, serving, client = (1000 * seconds / load.calls for seconds in spent)
    print(
        f"             CPU ms a call: web {web:.1f}, serving {serving:.1f}, client {client:.1f}; "
        f"other processes took {others:.0%} of the machine",
        flush=True,
    )


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
