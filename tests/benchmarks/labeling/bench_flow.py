"""Figures of the annotating loop: CPU of next + submit, 32 annotators at once.

Starts the real web process (uvicorn) on a data folder of its own, fills a project, and measures
the CPU time of that process. Run: `python tests/benchmarks/labeling/bench_flow.py [--quick]`.
With DATABASE_URL set (or TEST_POSTGRES_URL, by `make bench`) all is measured on that PostgreSQL
too, in a database made for it and dropped at the end.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psutil
import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parents[3]
ANNOTATORS = 32
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "mood",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": "pos"}, {"id": "neg"}, {"id": "rare"}],
        }
    ],
}
FILL = """
import os, random, sys, django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labeling.config.settings")
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", verbosity=0)
from labeling.models import *
from labeling.services.projects import create_project
import json
size, people, ontology = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
rng, STEP = random.Random(size), 10_000
def user(name):
    found = User.objects.filter(username=name).first()
    if found is None:
        found = User.objects.create(username=name, password="!")
    return found
owner = user("owner")
project = create_project(owner=owner, name=f"bench {size}", ontology=ontology,
                         settings={"order": "uncertain"})
for n in range(people):
    Membership.objects.create(project=project, user=user(f"annotator{n}"), role="annotator")
tasks = []
for n in range(min(size, STEP)):
    u = rng.random()
    tasks.append(Task(project=project, data={"text": f"row {n} " + "x" * 60, "n": n % 977},
        external_id=f"x{n}", priority=u, uncertainty=u, score=1 - u,
        prediction_count=1, predicted={"mood": "pos"}))
Task.objects.bulk_create(tasks, batch_size=2000)
# The rest are copies with keys and scores of their own, made by the database itself.
first = project.tasks.order_by("pk").values_list("pk", flat=True)[0]
columns = [f.column for f in Task._meta.concrete_fields if f.column not in ("id", "wants_labels")]
for start in range(STEP, size, STEP):
    u = f"((id + {start}) * 7919 % 999983) / 999983.0"
    other = {"external_id": f"'x' || (id + {start - first})", "priority": u, "uncertainty": u,
             "score": f"1 - {u}"}
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO labeling_task ({', '.join(columns)}) SELECT "
            f"{', '.join(other.get(c, c) for c in columns)} FROM labeling_task "
            f"WHERE project_id = {project.pk} AND id < {first + min(STEP, size - start)}")
if connection.vendor == "postgresql":
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
from django.contrib.auth import login
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
sessions = {}
for name in ["owner", *(f"annotator{n}" for n in range(people))]:
    request = HttpRequest()
    request.session = SessionStore()
    login(request, user(name))
    request.session.save()
    sessions[name] = request.session.session_key
print(json.dumps({"project": str(project.pk), "sessions": sessions}))
"""


class Arguments(argparse.Namespace):
    """What the command line says."""

    sizes: str
    seconds: float
    rounds: int
    quick: bool


class Filled(NamedTuple):
    """A project with tasks, and the sessions of its people."""

    project: str
    sessions: dict[str, str]


class Client:
    """One signed-in browser: a kept-alive connection, a session, a CSRF token."""

    def __init__(self, port: int, session: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies = {"sessionid": session, "csrftoken": "x" * 32}

    def call(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, bytes]:
        sent = {"Content-Type": "application/json", "Accept": "application/json", **headers}
        sent["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        sent["X-CSRFToken"] = self.cookies["csrftoken"]
        data = None if body is None else json.dumps(body).encode()
        try:
            self.line.request(method, path, data, sent)
            answer = self.line.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):  # it was idle for long
            self.line.close()
            self.line.request(method, path, data, sent)
            answer = self.line.getresponse()
        return answer.status, answer.read()

    def next(self, project: str, holding: list[str]) -> dict | None:
        status, body = self.call(
            "POST", f"/api/projects/{project}/tasks/next/", {"holding": holding}
        )
        assert status in (200, 204), (status, body[:300])
        return json.loads(body) if status == 200 else None

    def submit(self, work: dict, key: str) -> tuple[int, bytes]:
        return self.call(
            "POST",
            f"/api/tasks/{work['task']['id']}/annotations/",
            {"answers": {"mood": "pos"}, "lead_time": 1.5, "lease": work["lease"]["id"]},
            **{"Idempotency-Key": key},
        )


@contextlib.contextmanager
def server(env: dict[str, str]) -> Iterator[tuple[int, psutil.Process]]:
    """Run the web process as `manage.py serve` does."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "uvicorn",
            "labeling.config.asgi:application",
            "--port",
            str(port),
            "--log-level",
            "warning",
            "--no-server-header",
        ],
        cwd=ROOT,
        env=env,
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield port, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def database_at(url: str) -> Iterator[str]:
    """Make a database in the cluster of `url`, yield its address, and drop it."""
    name = sql.Identifier(f"penumbra_bench_{os.getpid()}")
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(sql.SQL("CREATE DATABASE {}").format(name))
        try:
            yield urlsplit(url)._replace(path=f"/penumbra_bench_{os.getpid()}").geturl()
        finally:
            line.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


def machine_speed() -> str:
    """How fast this machine adds right now, to compare figures of different hours."""
    started, total = time.process_time(), 0
    for number in range(5_000_000):
        total += number
    took, (load, *_) = time.process_time() - started, os.getloadavg()
    return f"5M additions take {took:.2f} CPU s here; load {load:.1f} on {os.cpu_count()} cores"


def cpu_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def fill(env: dict[str, str], size: int) -> Filled:
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            FILL,
            str(size),
            str(ANNOTATORS),
            json.dumps(ONTOLOGY),
        ],
        cwd=ROOT,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    found = json.loads(said.splitlines()[-1])
    return Filled(found["project"], found["sessions"])


def loop_cpu(port: int, process: psutil.Process, filled: Filled, rounds: int) -> list[float]:
    """CPU ms of the web process per next + submit, in batches of 100."""
    project, client = filled.project, Client(port, filled.sessions["annotator0"])
    batches = []
    for batch in range(rounds + 1):
        before = cpu_s(process)
        for n in range(100):
            work = client.next(project, [])
            assert work is not None
            status, body = client.submit(work, f"{project}-{batch}-{n}")
            assert status == 201, body[:300]
        batches.append((cpu_s(process) - before) * 10)
    return batches[1:]  # the first batch warms up


def crowd(port: int, filled: Filled, seconds: float) -> dict[str, object]:
    """32 annotators in a loop: latencies of next, and what was given to whom."""
    latencies: list[float] = []
    errors: Counter[str] = Counter()
    stored: list[tuple[str, str]] = []
    project = filled.project
    clients = [Client(port, filled.sessions[f"annotator{n}"]) for n in range(ANNOTATORS)]
    until = time.monotonic() + seconds

    def work_on(number: int) -> None:
        client = clients[number]
        n = 0
        while time.monotonic() < until:
            started = time.perf_counter()
            try:
                work = client.next(project, [])
            except AssertionError as error:
                errors[str(error)[:120]] += 1
                continue
            latencies.append(time.perf_counter() - started)
            if work is None:
                return
            status, body = client.submit(work, f"c{project}-{number}-{n}")
            if status == 201:
                stored.append((work["task"]["id"], f"annotator{number}"))
            else:
                errors[f"submit {status} {body[:100]!r}"] += 1
            n += 1
            time.sleep(random.uniform(0.3, 0.7))  # even a fast person takes a moment

    threads = [threading.Thread(target=work_on, args=(n,)) for n in range(ANNOTATORS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    latencies.sort()
    given = Counter(task for task, _ in stored)
    return {
        "submits": len(stored),
        "most people on one task": max(given.values(), default=0),
        "errors": dict(errors),
        "next p50 ms": round(latencies[len(latencies) // 2] * 1000, 1),
        "next p95 ms": round(latencies[int(len(latencies) * 0.95)] * 1000, 1),
    }


def measure_loop(label: str, env: dict[str, str], sizes: list[int], given: Arguments) -> None:
    """CPU of next + submit, and the crowd, at each size."""
    seconds, rounds = given.seconds, given.rounds
    for size in sizes:
        started = time.monotonic()
        project = fill(env, size)
        print(f"\n{label}: {size:,} tasks (filled in {time.monotonic() - started:.0f} s)")
        print(f"  {machine_speed()}")
        with server(env) as (port, process):
            batches = loop_cpu(port, process, project, rounds)
            print(
                f"  next + submit, server CPU: {statistics.mean(batches):.2f} ms"
                f"  (batches of 100: {min(batches):.2f} to {max(batches):.2f})",
                flush=True,
            )
            if seconds:
                print(
                    f"  {ANNOTATORS} annotators, {seconds:.0f} s:",
                    crowd(port, project, seconds),
                    flush=True,
                )


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--sizes", default="100000,1000000")
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--rounds", type=int, default=10)
    arguments.add_argument("--quick", action="store_true")
    given = arguments.parse_args(namespace=Arguments())
    sizes = [10_000] if given.quick else [int(size) for size in given.sizes.split(",")]
    folder = Path(tempfile.mkdtemp(prefix="penumbra-bench-"))
    base = os.environ | {
        "PENUMBRA_DATA": str(folder),
        "PYTHONPATH": str(ROOT),
        "LOG_LEVEL": "ERROR",
    }
    url = base.pop("DATABASE_URL", None) or base.get("TEST_POSTGRES_URL")
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        databases = {"SQLite": base}
        if url:
            databases["PostgreSQL"] = base | {"DATABASE_URL": stack.enter_context(database_at(url))}
        for label, env in databases.items():
            measure_loop(label, env, sizes, given)


if __name__ == "__main__":
    main()
