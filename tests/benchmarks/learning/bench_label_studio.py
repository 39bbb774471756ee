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

import base64
import http.client
import io
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import psutil
from PIL import Image

from tests.benchmarks.learning.bench_prelabel import ROOT, _cpu, _wait
from tests.benchmarks.learning.prelabel_clients import Load, a_text, run_clients

CLIENTS = (1, 32)
SECONDS, WARM_S = float(os.environ.get("BENCH_SECONDS", "8")), 2.0
WEB = int(os.environ.get("BENCH_PORT", "5350"))
CONFIG = (
    '<View><Text name="it" value="$text"/><Choices name="kind" toName="it">'
    '<Choice value="a"/><Choice value="b"/><Choice value="c"/><Choice value="d"/></Choices></View>'
)
PREPARE = """
import json
from tests.benchmarks.learning.serving_projects import served_projects
print(json.dumps(served_projects()))
"""


def a_picture(turn: int, client: int, clients: int) -> str:
    """Return a picture of 96 x 96 pixels that no cache knows, as base64."""
    rng = random.Random(f"{turn} {client} {clients}")
    picture = Image.new("RGB", (96, 96), tuple(rng.randrange(256) for _ in range(3)))
    content = io.BytesIO()
    picture.save(content, "PNG")
    return base64.b64encode(content.getvalue()).decode()


def our_picture(*which: int) -> str:
    """Return the body of our call."""
    return json.dumps({"inputs": [{"image": a_picture(*which)}]})


def their_picture(*which: int) -> str:
    """Return the body of theirs."""
    return _theirs({"image": f"data:image/png;base64,{a_picture(*which)}"})


def their_text(*which: int) -> str:
    """Return the body of theirs about the text of ours."""
    return _theirs({"text": json.loads(a_text(*which))["inputs"][0]["text"]})


BODIES: dict[str, tuple[Callable[..., str], Callable[..., str]]] = {
    "text": (a_text, their_text),
    "image": (our_picture, their_picture),
}


def main() -> None:
    """Print all figures."""
    print(f"load {os.getloadavg()[0]:.1f}, {psutil.cpu_count()} cores", flush=True)
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
        theirs = env | {"PYTHONPATH": f"{ROOT}:{os.environ['LABEL_STUDIO_ML']}"}
        for kind, (our_body, their_body) in BODIES.items():
            web = [sys.executable, "-m", "uvicorn", "labeling.config.asgi:application",
                   "--port", str(WEB), "--log-level", "warning"]  # fmt: skip
            serving = [*manage, "serving", "--port", str(WEB + 1)]
            _with((web, serving), env, (WEB, WEB + 1), lambda servers, k=kind, b=our_body: [
                _measure(f"ours   {k}", servers, clients=clients, port=WEB, project=facts[k],
                         token=facts["token"], body_of=b)
                for clients in CLIENTS
            ])  # fmt: skip
            back_end = [sys.executable, "-m", "tests.benchmarks.learning.label_studio_backend",
                        str(WEB + 2), data]  # fmt: skip
            _with((back_end,), theirs, (WEB + 2,), lambda servers, k=kind, b=their_body: [
                _measure(f"theirs {k}", servers, clients=clients, port=WEB + 2, path="/predict",
                         body_of=b)
                for clients in CLIENTS
            ])  # fmt: skip


def _with(
    commands: Sequence[Sequence[str]],
    env: dict[str, str],
    ports: Sequence[int],
    measure: Callable[[list[subprocess.Popen[bytes]]], object],
) -> None:
    """Start processes, measure them alone, end them."""
    servers = [
        subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.DEVNULL)
        for command in commands
    ]
    try:
        for port in ports:
            is_theirs = port == WEB + 2
            _wait(port, "/health" if is_theirs else "/healthz")
            if is_theirs:
                _set_up(port)
        measure(servers)
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait(20)


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


def _measure(name: str, servers: list[subprocess.Popen[bytes]], **how: Any) -> None:
    processes = [*(psutil.Process(server.pid) for server in servers), psutil.Process()]
    before, all_before = [_cpu(process) for process in processes], _cpu(psutil)
    load = run_clients(how.pop("clients"), warm_s=WARM_S, seconds=SECONDS, **how)
    spent = [_cpu(process) - b for process, b in zip(processes, before, strict=True)]
    others = (_cpu(psutil) - all_before - sum(spent)) / (SECONDS + WARM_S) / psutil.cpu_count()
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
