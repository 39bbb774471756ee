"""Figures of the annotating loop: CPU of next + submit, 32 annotators at once, list pages.

Starts the real web process (uvicorn) on a data folder of its own, fills a project, and measures
the CPU time of that process. Run: `python tests/benchmarks/labeling/bench_flow.py [--quick]`.
With DATABASE_URL set, the loop is measured on that PostgreSQL too (a database of its own is made).
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

import psutil

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
size, overlap, people, fresh = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
rng = random.Random(size)
def user(name):
    found = User.objects.filter(username=name).first()
    if found is None:
        found = User.objects.create(username=name, password="!")
    return found
owner = user("owner")
project = create_project(owner=owner, name=f"bench {size}", ontology=json.loads(sys.argv[5]),
                         settings={"overlap": overlap, "order": "uncertain"})
for n in range(people):
    Membership.objects.create(project=project, user=user(f"annotator{n}"), role="annotator")
done_share = 0.0 if fresh == "fresh" else 0.3
for start in range(0, size, 10000):
    tasks = []
    for n in range(start, min(size, start + 10000)):
        u, done = rng.random(), rng.random() < done_share
        tasks.append(Task(project=project, data={"text": f"row {n} " + "x" * 60, "n": n % 977},
            external_id=f"x{n}", overlap=overlap, open_places=0 if done else overlap,
            state="done" if done else "open", annotation_count=int(done), priority=u,
            uncertainty=u, score=1 - u, agreement=rng.random() if done else None,
            prediction_count=1, predicted={"mood": "pos"}))
    Task.objects.bulk_create(tasks, batch_size=2000)
    if fresh != "fresh":
        labels = [TaskLabel(project=project, task=t, label="mood",
            value="rare" if rng.random() < 0.0005 else rng.choice(["pos", "neg"]))
            for t in tasks if t.state == "done"]
        TaskLabel.objects.bulk_create(labels, batch_size=2000)
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
    only: str | None


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


def machine_speed() -> str:
    """How fast this machine adds right now, to compare figures of different hours."""
    started, total = time.process_time(), 0
    for number in range(5_000_000):
        total += number
    return f"5M additions take {time.process_time() - started:.2f} CPU s here"


def cpu_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def fill(env: dict[str, str], size: int, *, overlap: int, fresh: bool) -> Filled:
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            FILL,
            str(size),
            str(overlap),
            str(ANNOTATORS),
            "fresh" if fresh else "worked",
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


LISTS = (
    "order=-uncertainty",
    'order=-uncertainty&filter=state = "open"',
    'order=-uncertainty&filter=state = "done" and label = "pos"',
    'order=-uncertainty&filter=label = "rare"',
    'order=agreement&filter=state = "done" and agreement < 0.6',
    "order=-priority&filter=uncertainty >= 0.4 and uncertainty <= 0.6",
    "order=-score",
    "order=-updated_at",
    'order=id&filter=external_id = "x4242"',
)


def lists(port: int, filled: Filled, pages: int) -> Iterator[tuple[str, float, float]]:
    """p50 and p95 ms of pages, walking each list by `next`."""
    project, client = filled.project, Client(port, filled.sessions["owner"])
    for query in LISTS:
        times = []
        path = f"/api/projects/{project}/tasks/?limit=50&" + query.replace(" ", "%20").replace(
            '"', "%22"
        )
        for _ in range(pages):
            started = time.perf_counter()
            status, body = client.call("GET", path)
            times.append((time.perf_counter() - started) * 1000)
            assert status == 200, body[:300]
            following = json.loads(body)["next"]
            if following:
                path = following.split(f":{port}", 1)[1]
        times.sort()
        yield query, statistics.median(times), times[int(len(times) * 0.95)]


def measure_loop(label: str, env: dict[str, str], sizes: list[int], given: Arguments) -> None:
    """CPU of next + submit at each size, and the crowd at the first."""
    seconds, rounds = given.seconds, given.rounds
    for size in sizes:
        started = time.monotonic()
        project = fill(env, size, overlap=1, fresh=True)
        print(f"\n{label}: {size:,} tasks (filled in {time.monotonic() - started:.0f} s)")
        with server(env) as (port, process):
            batches = loop_cpu(port, process, project, rounds)
            print(
                f"  next + submit, server CPU: {statistics.mean(batches):.2f} ms"
                f"  (batches of 100: {min(batches):.2f} to {max(batches):.2f})",
                flush=True,
            )
            if size == sizes[0] and seconds:
                print(
                    f"  {ANNOTATORS} annotators, {seconds:.0f} s:",
                    crowd(port, project, seconds),
                    flush=True,
                )


def measure_lists(label: str, env: dict[str, str], size: int) -> None:
    """Pages of a large project."""
    filled = fill(env, size, overlap=1, fresh=False)
    print(f"\n{label}: list pages of 50, {size:,} tasks, 30 % done")
    with server(env) as (port, _):
        for query, p50, p95 in lists(port, filled, 20):
            print(f"  {query:<70} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--sizes", default="100000,1000000")
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--rounds", type=int, default=10)
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--only", choices=["loop", "lists"])
    given = arguments.parse_args(namespace=Arguments())
    sizes = [10_000] if given.quick else [int(size) for size in given.sizes.split(",")]
    folder = Path(tempfile.mkdtemp(prefix="penumbra-bench-"))
    base = os.environ | {
        "PENUMBRA_DATA": str(folder),
        "PYTHONPATH": str(ROOT),
        "LOG_LEVEL": "ERROR",
    }
    print(machine_speed())
    try:
        databases = {"SQLite": {k: v for k, v in base.items() if k != "DATABASE_URL"}}
        if base.get("DATABASE_URL"):
            databases["PostgreSQL"] = base
        for label, env in databases.items():
            if given.only != "lists":
                measure_loop(label, env, sizes, given)
            if given.only != "loop":
                measure_lists(label, env, sizes[-1])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
