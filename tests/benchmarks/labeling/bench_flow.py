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

import psutil

ROOT = Path(__file__).resolve().parents[3]
ANNOTATORS = 32
PASSWORD = "correct horse 9"
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
        found = User.objects.create_user(name, password=sys.argv[6])
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
print(project.pk)
"""


class Client:
    """One signed-in browser: a kept-alive connection, a session, a CSRF token."""

    def __init__(self, port: int, username: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies: dict[str, str] = {}
        status, _ = self.call(
            "POST", "/api/auth/login/", {"username": username, "password": PASSWORD}
        )
        assert status == 200, status

    def call(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, bytes]:
        sent = {"Content-Type": "application/json", "Accept": "application/json", **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
            sent["X-CSRFToken"] = self.cookies.get("csrftoken", "")
        data = None if body is None else json.dumps(body).encode()
        self.line.request(method, path, data, sent)
        answer = self.line.getresponse()
        read = answer.read()
        for raw in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = raw.split(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, read

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


def cpu_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def fill(env: dict[str, str], size: int, *, overlap: int, fresh: bool) -> str:
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
            PASSWORD,
        ],
        cwd=ROOT,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    return said.split()[-1]


def loop_cpu(port: int, process: psutil.Process, project: str, rounds: int) -> list[float]:
    """CPU ms of the web process per next + submit, in batches of 100."""
    client = Client(port, "annotator0")
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


def crowd(port: int, project: str, seconds: float, size: int) -> dict[str, object]:
    """32 annotators in a loop: latencies of next, and what was given to whom."""
    latencies: list[float] = []
    errors: Counter[str] = Counter()
    stored: list[tuple[str, str]] = []
    until = time.monotonic() + seconds

    def work_on(number: int) -> None:
        client = Client(port, f"annotator{number}")
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


def lists(port: int, project: str, pages: int) -> Iterator[tuple[str, float, float]]:
    """p50 and p95 ms of pages, walking each list by `next`."""
    client = Client(port, "owner")
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


def measure(label: str, env: dict[str, str], sizes: list[int], seconds: float, rounds: int) -> None:
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
                    crowd(port, project, seconds, size),
                    flush=True,
                )
    if seconds:
        size = sizes[-1]
        project = fill(env, size, overlap=1, fresh=False)
        print(f"\n{label}: list pages of 50, {size:,} tasks, 30 % done")
        with server(env) as (port, _):
            for query, p50, p95 in lists(port, project, 20):
                print(f"  {query:<70} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--sizes", default="100000,1000000")
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--rounds", type=int, default=10)
    arguments.add_argument("--quick", action="store_true")
    given = arguments.parse_args()
    sizes = [10_000] if given.quick else [int(size) for size in given.sizes.split(",")]
    folder = Path(tempfile.mkdtemp(prefix="penumbra-bench-"))
    base = os.environ | {
        "PENUMBRA_DATA": str(folder),
        "PYTHONPATH": str(ROOT),
        "LOG_LEVEL": "ERROR",
    }
    try:
        sqlite = {key: value for key, value in base.items() if key != "DATABASE_URL"}
        measure("SQLite", sqlite, sizes, given.seconds, given.rounds)
        if base.get("DATABASE_URL"):
            measure("PostgreSQL", base, sizes, given.seconds, given.rounds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
