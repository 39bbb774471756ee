"""The pre-label call beside Label Studio's path to a model, with the same model, in the same run.

Theirs is the ML back end alone, `label-studio-ml` as `label-studio-ml start` runs it (Flask's own
server, a thread a call), asked by `/predict`: without Label Studio's server before it, which adds
a database and a hop, and without a sign-in, so what is compared is in their favour. Ours is the
whole call: HTTP, token, project, serving process. Every input is new.

Run with the package in a folder of its own (it pins an old Flask; the present one does):
`pip install --target DIR --no-deps label-studio-ml rq redis colorama label-studio-tools appdirs
croniter lxml python-dateutil six`, then
`LABEL_STUDIO_ML=DIR .venv/bin/python -m tests.benchmarks.learning.bench_label_studio`.
"""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import psutil

from tests.benchmarks.learning.bench_serving import PREPARE, a_small_image
from tests.benchmarks.learning.prelabel_clients import Load, a_text
from tests.benchmarks.learning.served_calls import (
    ROOT,
    a_picture,
    own_processes,
    prepared,
    running,
    under_load,
)

CLIENTS = (1, 32)
SECONDS, WARM_S = float(os.environ.get("BENCH_SECONDS", "8")), 2.0
WEB = int(os.environ.get("BENCH_PORT", "5350"))
CONFIG = (
    '<View><Text name="it" value="$text"/><Choices name="kind" toName="it">'
    '<Choice value="a"/><Choice value="b"/><Choice value="c"/><Choice value="d"/></Choices></View>'
)


def their_picture(*which: int) -> str:
    """Return the body of theirs."""
    return _theirs({"image": f"data:image/png;base64,{a_picture(*which)}"})


def their_text(*which: int) -> str:
    """Return the body of theirs about the text of ours."""
    return _theirs({"text": json.loads(a_text(*which))["inputs"][0]["text"]})


BODIES: dict[str, tuple[Callable[..., str], Callable[..., str]]] = {
    "text": (a_text, their_text),
    "image": (a_small_image, their_picture),
}


def main() -> None:
    """Print all figures."""
    print(f"load {os.getloadavg()[0]:.1f}, {psutil.cpu_count()} cores", flush=True)
    with prepared(WEB, PREPARE) as (env, facts):
        theirs = env | {"PYTHONPATH": f"{ROOT}:{os.environ['LABEL_STUDIO_ML']}"}
        program = [sys.executable, "-m", "tests.benchmarks.learning.label_studio_backend"]
        back_end = [*program, str(WEB + 2), env["PENUMBRA_DATA"]]
        quiet = {"stderr": subprocess.DEVNULL}
        for kind, (our_body, their_body) in BODIES.items():
            ours = {"project": facts[kind], "token": facts["token"], "body_of": our_body}
            with running(own_processes(WEB), env, (WEB, WEB + 1), **quiet) as servers:
                for clients in CLIENTS:
                    _measure(f"ours   {kind}", servers, clients, port=WEB, **ours)
            asked = {"path": "/predict", "body_of": their_body}
            with running([back_end], theirs, (WEB + 2,), "/health", **quiet) as servers:
                _set_up(WEB + 2)
                for clients in CLIENTS:
                    _measure(f"theirs {kind}", servers, clients, port=WEB + 2, **asked)


def _set_up(port: int) -> None:
    """Tell the back end its project, as Label Studio does when it is connected."""
    body = json.dumps({"project": "1.1", "schema": CONFIG, "hostname": "", "access_token": ""})
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("POST", "/setup", body, {"Content-Type": "application/json"})
    if (answer := line.getresponse()).status != 200:
        raise RuntimeError(answer.read()[:300])


def _theirs(data: dict[str, Any]) -> str:
    return json.dumps({"tasks": [{"id": 1, "data": data}], "project": "1.1", "label_config": CONFIG,
                       "params": {"login": None, "password": None, "context": None}})  # fmt: skip


def _measure(name: str, servers: list[Any], clients: int, **how: Any) -> None:
    load, spent, others = under_load(servers, clients, warm_s=WARM_S, seconds=SECONDS, **how)
    _report(name, load, sum(spent[:-1]), others)


def _report(name: str, load: Load, spent: float, others: float) -> None:
    found = load.latencies_ms or [float("nan")]
    p50, p95, p99 = np.percentile(found, [50, 95, 99])
    print(
        f"{name:>12} {load.clients:>3} clients: p50 {p50:7.1f}  p95 {p95:7.1f}  p99 {p99:7.1f} ms  "
        f"{len(load.latencies_ms) / SECONDS:6.1f}/s  CPU ms {1000 * spent / load.calls:.1f}  "
        f"encoders {dict(load.encoders)}  others {others:.0%}  faults {dict(load.faults)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
