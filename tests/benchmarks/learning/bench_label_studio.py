"""The pre-label call beside Label Studio's path to a model, with the same model, in the same run.

*Their back end* is `label-studio-ml` alone, as `label-studio-ml start` runs it (Flask's own server,
a thread a call), asked by `/predict`, without a sign-in. *Their whole path* has Label Studio's
server before it, as `label-studio start` runs it: its tasks are imported before the clock starts,
and a client asks for one by `GET /api/tasks/<id>/` with a token, upon which it asks the back
end, keeps the prediction and answers with it. *Ours* is the whole call: HTTP, token, project,
serving process; nothing is kept. Every input is new.

Run with the packages in folders of their own (they pin old versions of what we have):
`pip install --target DIR --no-deps label-studio-ml rq redis colorama label-studio-tools appdirs
croniter lxml python-dateutil six`, `python -m venv VENV && VENV/bin/pip install label-studio`, then
`LABEL_STUDIO_ML=DIR LABEL_STUDIO=VENV/bin/label-studio .venv/bin/python -m
tests.benchmarks.learning.bench_label_studio`. Without `LABEL_STUDIO` the whole path is left out.
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
from tests.benchmarks.learning.label_studio_server import LabelStudio, label_studio
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
TASKS = 1_000
"""Imported before the clock starts, of which each is asked for once."""
SECONDS, WARM_S = float(os.environ.get("BENCH_SECONDS", "8")), 2.0
WEB = int(os.environ.get("BENCH_PORT", "5350"))
CONFIG = (
    '<View><Text name="it" value="$text"/><Choices name="kind" toName="it">'
    '<Choice value="a"/><Choice value="b"/><Choice value="c"/><Choice value="d"/></Choices></View>'
)


DATA: dict[str, Callable[..., dict[str, Any]]] = {
    "text": lambda *which: {"text": json.loads(a_text(*which))["inputs"][0]["text"]},
    "image": lambda *which: {"image": f"data:image/png;base64,{a_picture(*which)}"},
}
BODIES: dict[str, tuple[Callable[..., str], Callable[..., str]]] = {
    "text": (a_text, lambda *which: _theirs(DATA["text"](*which))),
    "image": (a_small_image, lambda *which: _theirs(DATA["image"](*which))),
}


def main() -> None:
    """Print all figures."""
    print(f"load {os.getloadavg()[0]:.1f}, {psutil.cpu_count()} cores", flush=True)
    with prepared(WEB, PREPARE) as (env, facts):
        theirs = env | {"PYTHONPATH": f"{ROOT}:{os.environ['LABEL_STUDIO_ML']}"}
        program = [sys.executable, "-m", "tests.benchmarks.learning.label_studio_backend"]
        back_end = [*program, str(WEB + 2), env["PENUMBRA_DATA"]]
        quiet = {"stderr": subprocess.DEVNULL}
        with running(own_processes(WEB), env, (WEB, WEB + 1), **quiet) as servers:
            for kind, (body_of, _) in BODIES.items():
                ours = {"project": facts[kind], "token": facts["token"], "body_of": body_of}
                for clients in CLIENTS:
                    _measure(f"ours {kind}", servers, clients, port=WEB, **ours)
        with running([back_end], theirs, (WEB + 2,), "/health", **quiet) as servers:
            _set_up(WEB + 2)
            for kind, (_, body_of) in BODIES.items():
                asked = {"path": "/predict", "body_of": body_of}
                for clients in CLIENTS:
                    _measure(f"back end {kind}", servers, clients, port=WEB + 2, **asked)
            if server := os.environ.get("LABEL_STUDIO"):
                with label_studio(server, WEB + 3, **quiet) as before:
                    for kind in BODIES:
                        _whole_path(kind, before, servers)


def _whole_path(kind: str, server: LabelStudio, back_ends: list[Any]) -> None:
    for clients in CLIENTS:
        rows = [DATA[kind](turn, 99, clients) for turn in range(TASKS)]
        config = (
            CONFIG.replace("Text", "Image").replace("$text", "$image")
            if kind == "image"
            else CONFIG
        )
        ids = iter(server.with_tasks(WEB + 2, config, rows))
        asked = {"path_of": lambda *_, ids=ids: f"/api/tasks/{next(ids)}/", "proof": b'"choices"'}
        servers = [*server.servers, *back_ends]
        how = {"port": server.port, "token": server.token, **asked}
        _measure(f"whole path {kind}", servers, clients, **how)


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
        f"{name:>16} {load.clients:>3} clients: p50 {p50:7.1f}  p95 {p95:7.1f}  p99 {p99:7.1f} ms  "
        f"{len(load.latencies_ms) / SECONDS:6.1f}/s  CPU ms {1000 * spent / load.calls:.1f}  "
        f"encoders {dict(load.encoders)}  others {others:.0%}  faults {dict(load.faults)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
