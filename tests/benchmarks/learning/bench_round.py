"""Label → retrained → the pool re-ranked, and what an annotator feels meanwhile.

A real web process serves one annotator who takes and answers tasks without a pause, alone and then
beside rounds that run in a process of their own, as a worker runs them. Each round's steps, CPU and
peak memory are printed. Run: `make bench` or
`python -m tests.benchmarks.learning.bench_round [--tasks 10000,100000] [--labels 200]`; with
DATABASE_URL (or TEST_POSTGRES_URL) on that PostgreSQL too. `--data FOLDER` keeps what was filled,
and uses it again.
"""

import argparse
import http.client
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.labeling.bench_flow import ROOT, Client, database_at, server

THINKS_S = 0.05
ALONE_S = 10


def main() -> None:
    """Measure at each size on each database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", default="10000")
    parser.add_argument("--labels", type=int, default=200)
    parser.add_argument("--runs", type=int, default=2, help="only the second replaces answers")
    parser.add_argument("--data", default="", help="a folder to keep")
    parser.add_argument("--inside", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        print(json.dumps(_inside(given.inside, int(given.tasks), given.labels)))
        return
    folder = Path(given.data or tempfile.mkdtemp(prefix="penumbra-bench-"))
    base = os.environ | {
        "PENUMBRA_DATA": str(folder),
        "PYTHONPATH": str(ROOT),
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "labeling.config.settings",
    }
    url = base.pop("DATABASE_URL", None) or base.get("TEST_POSTGRES_URL")
    with ExitStack() as stack:
        if not given.data:
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
        databases = {"SQLite": base}
        if url:
            databases["PostgreSQL"] = base | {"DATABASE_URL": stack.enter_context(database_at(url))}
        for name, env in databases.items():
            for tasks in given.tasks.split(","):
                measure(name, env, tasks, given)


def measure(name: str, env: dict[str, str], tasks: str, given: argparse.Namespace) -> None:
    """Fill a project, then annotate alone and beside rounds."""
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True, cwd=ROOT, env=env)
    begun, labels = time.perf_counter(), given.labels
    filled = _call(env, "fill", tasks, labels)
    print(
        f"\n{name}: {int(tasks):,} tasks, filled in {time.perf_counter() - begun:.0f} s", flush=True
    )
    with server(env) as (port, _):
        person = _Person(port, filled)
        person.wait_for_server()
        print(f"  alone: {person.beside(lambda: time.sleep(ALONE_S))}", flush=True)
        for run in range(1, given.runs + 1):
            said: dict[str, Any] = {}
            felt = person.beside(lambda: said.update(_call(env, "round", tasks, labels)))  # noqa: B023
            print(f"  round {run}: {said}\n    beside it: {felt}", flush=True)
    print(f"  load {os.getloadavg()[0]:.1f}", flush=True)


def _call(env: dict[str, str], what: str, tasks: str, labels: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.benchmarks.learning.bench_round", "--inside", what,
               "--tasks", tasks, "--labels", str(labels)]  # fmt: skip
    said = subprocess.run(command, check=True, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(said.stdout.splitlines()[-1])
    return found


class _Person:
    """Takes a task, thinks for a moment, answers; times both."""

    def __init__(self, port: int, filled: dict[str, Any]) -> None:
        self.client = Client(port, filled["session"])
        self.project = filled["project"]
        self.sent = 0

    def wait_for_server(self) -> None:
        """On a full machine a web process takes its time to start."""
        for _ in range(240):
            try:
                self.client.call("GET", "/healthz")
                return
            except (OSError, http.client.HTTPException):
                self.client.line.close()
                time.sleep(0.5)
        raise SystemExit("The web process did not start within two minutes.")

    def beside(self, work: Any) -> str:
        """Annotate while something runs, and say how long each step took."""
        stop, took = threading.Event(), ([], [])
        person = threading.Thread(target=self._annotate, args=(stop, *took))
        person.start()
        try:
            work()
        finally:
            stop.set()
            person.join()
        told = []
        for name, times in zip(("next", "submit"), took, strict=True):
            p50, p95, p99, worst = np.percentile(np.array(times) * 1000, [50, 95, 99, 100])
            told.append(f"{name} p50 {p50:.1f} p95 {p95:.1f} p99 {p99:.1f} max {worst:.0f} ms")
        return f"{', '.join(told)}, n {len(took[0])}"

    def _annotate(self, stop: threading.Event, nexts: list[float], submits: list[float]) -> None:
        while not stop.is_set():
            begun = time.perf_counter()
            work = self.client.next(self.project, [])
            nexts.append(time.perf_counter() - begun)
            assert work is not None
            self.sent += 1
            begun = time.perf_counter()
            answer = {"answers": {"kind": work["task"]["meta"]["k"]}, "lead_time": 1.0,
                      "lease": work["lease"]["id"]}  # fmt: skip
            path = f"/api/tasks/{work['task']['id']}/annotations/"
            headers = {"Idempotency-Key": f"bench-{self.sent}"}
            status, body = self.client.call("POST", path, answer, **headers)
            submits.append(time.perf_counter() - begun)
            assert status == 201, body[:300]
            time.sleep(THINKS_S)


def _inside(what: str, tasks: int, labels: int) -> dict[str, Any]:
    import django

    django.setup()
    return _fill(tasks, labels) if what == "fill" else _round(tasks)


def _fill(tasks: int, labels: int) -> dict[str, Any]:
    from django.contrib.auth import login
    from django.contrib.sessions.backends.db import SessionStore
    from django.http import HttpRequest

    from labeling.models import Project
    from tests.benchmarks.learning.round_project import fill_project
    from tests.factories.facts import make_access, make_user

    kept = Project.objects.filter(name=f"rounds {tasks}").first()
    project = kept or fill_project(tasks, labels)
    request = HttpRequest()
    request.session = SessionStore()
    login(request, make_access(project, user=make_user(f"annotator {secrets.token_hex(4)}")).user)
    request.session.save()
    return {"project": str(project.pk), "session": request.session.session_key}


def _round(tasks: int) -> dict[str, Any]:
    import resource

    import psutil

    from active_learning.services.query_round import Order, run_query_round
    from labeling.management.commands.worker import NICE
    from labeling.models import Project

    os.nice(NICE["learning"])
    project = Project.objects.get(name=f"rounds {tasks}")
    before, begun = psutil.Process().memory_info().rss, time.perf_counter()
    done = run_query_round(project=project, order=Order("labels"))
    assert done is not None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {
        "pool": done.pool,
        "wall s": round(time.perf_counter() - begun, 1),
        "cpu s": round(time.process_time(), 1),
        "steps": done.seconds,
        "rss MB before, peak": (before // 2**20, peak // 2**20),
    }


if __name__ == "__main__":
    main()
