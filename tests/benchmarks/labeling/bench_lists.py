"""Pages of a large task list over HTTP: every filter and order that the table offers.

Each list is asked as the table asks: the first page of 100 with an estimate of the count, then the
pages behind it. The first call (cold) is told apart from the rest; queries are counted beside.

Run: `python -m tests.benchmarks.labeling.bench_lists [--tasks 1000000]`. A PENUMBRA_DATA that was
filled before is used again. With DATABASE_URL, on that PostgreSQL (a throw-away database).
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

os.environ.setdefault("PENUMBRA_DATA", tempfile.mkdtemp(prefix="penumbra-bench-"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labeling.config.settings")

import django

django.setup()

import psutil  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client as InProcess  # noqa: E402
from django.test.utils import CaptureQueriesContext, override_settings  # noqa: E402

from labeling.models import Project, User  # noqa: E402
from tests.benchmarks.labeling.bench_flow import Client, cpu_s, machine_speed, server  # noqa: E402
from tests.benchmarks.labeling.list_project import fill_project  # noqa: E402

ORDERS = tuple(
    f"{sign}{name}"
    for name in ("id", "state", "score", "uncertainty", "agreement", "priority", "created_at",
                 "updated_at")
    for sign in ("", "-")
)  # fmt: skip
FILTERS = (
    "",
    'state = "open"',
    'state = "done"',
    "agreement < 0.6",
    "skips > 0",
    'annotator = "many"',
    'annotator = "few"',
    "score >= 0.4 and score <= 0.6",
    "uncertainty >= 0.9 and uncertainty <= 0.901",
    'state = "done" and agreement < 0.6',
    'uncertainty >= 0.4 and state = "open"',
    'state = "open" and score >= 0.4 and score <= 0.6',
    'label = "pos"',
    'label = "rare"',
    'state = "done" and label != "pos"',
    "annotations = 0",
    "annotations > 0",
    'model_version = "v3"',
    "has_draft = true",
    "updated >= 2026-02-05 and skips > 0",
    'state = "rejected" or state = "accepted"',
)
WALKED = (
    'text ~ "refund"',
    'text ~ "zanzibar"',
    'text ~ "refund" and not (label = "pos")',
    'predicted = "pos"',
    'predicted = "rare"',
    "data.price = 500",
    "data.price > 975",
    "comments > 0",
    'reviewer = "owner"',
    "predictions = 0",
    "overlap = 2",
)
"""Filters that look at tasks one by one, in the order of ids."""
DEEP = 8


class List(NamedTuple):
    """What the table asks for."""

    order: str
    filter: str

    def path(self, project: int) -> str:
        query = f"order={self.order}&filter={quote(self.filter)}&count=estimate&limit=100"
        return f"/api/projects/{project}/tasks/?{query}"


class Timed(NamedTuple):
    """Milliseconds of the first call and of those after it, and what they cost."""

    cold: float
    warm: list[float]
    cpu: float
    refused: int

    @property
    def p95(self) -> float:
        return self.warm[min(len(self.warm) - 1, int(len(self.warm) * 0.95))]


def measure(client: Client, web: psutil.Process, project: int, asked: List, rounds: int) -> Timed:
    """Walk the list so many times, its first pages each time."""
    times, refused = [], 0
    cold, _ = _page(client, asked.path(project))
    before = cpu_s(web)
    for _ in range(rounds):
        path: str | None = asked.path(project)
        for _ in range(DEEP):
            if path is None:
                break
            took, answer = _page(client, path)
            times.append(took)
            refused += answer is None
            following = (answer or {}).get("next")
            path = following and "/api/" + following.split("/api/", 1)[1]
    return Timed(cold, sorted(times), (cpu_s(web) - before) * 1000 / len(times), refused)


def _page(client: Client, path: str) -> tuple[float, dict | None]:
    started = time.perf_counter()
    status, body = client.call("GET", path)
    took = (time.perf_counter() - started) * 1000
    answer = json.loads(body)
    assert status == 200 or answer["code"] == "filter_too_slow", body[:300]
    return took, answer if status == 200 else None


def queries(asked: List, project: int, owner: User) -> int:
    """How many queries a page takes."""
    client = InProcess()
    client.force_login(owner)
    with override_settings(ALLOWED_HOSTS=["*"]), CaptureQueriesContext(connection) as seen:
        client.get(asked.path(project))
    return len(seen)


def report(name: str, timed: list[Timed]) -> None:
    """Print all pages of some lists together."""
    every = Timed(max(t.cold for t in timed), sorted(ms for t in timed for ms in t.warm), 0, 0)
    print(f"{name}: {len(every.warm)} pages, p50 {statistics.median(every.warm):.1f} ms, "
          f"p95 {every.p95:.1f} ms, max {every.warm[-1]:.1f} ms; worst p95 of one list "
          f"{max(t.p95 for t in timed):.1f} ms; worst cold call {every.cold:.1f} ms",
          flush=True)  # fmt: skip


def lists(given: argparse.Namespace) -> Iterator[tuple[str, list[List]]]:
    """Yield the lists in groups."""
    orders = given.orders.split(",") if given.orders else ORDERS
    yield "indexed", [List(order, filter) for filter in FILTERS for order in orders]
    yield "walked", [List(order, filter) for filter in WALKED for order in ("id", "-uncertainty")]
    yield "sorted", [List(order, "") for order in ("external_id", "annotations", "data.price")]


def main() -> None:
    """Fill the project where it is not there yet, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--orders", default="", help="some of them, separated by commas")
    parser.add_argument("--only", default="", help="indexed, walked or sorted")
    given = parser.parse_args()
    call_command("migrate", verbosity=0)
    name = f"{given.tasks:,} tasks"
    project = Project.objects.filter(name=name).first() or fill_project(given.tasks)
    owner = project.created_by
    assert owner is not None
    session = InProcess()
    session.force_login(owner)
    print(f"{connection.vendor}, {name}; {machine_speed()}")
    env = os.environ | {"LOG_LEVEL": "ERROR"}
    with server(env) as (port, web):
        client = Client(port, session.cookies["sessionid"].value)
        for group, asked in lists(given):
            if given.only in {"", group}:
                report(group, [_told(client, web, project.pk, one, given, owner) for one in asked])


def _told(
    client: Client, web: psutil.Process, project: int, asked: List, given: argparse.Namespace,
    owner: User,
) -> Timed:  # fmt: skip
    timed = measure(client, web, project, asked, given.rounds)
    print(f"  {asked.order:12} {asked.filter:52} first {timed.cold:7.1f}  p50 "
          f"{statistics.median(timed.warm):6.1f}  p95 {timed.p95:6.1f}  max {timed.warm[-1]:6.1f} "
          f"ms  CPU {timed.cpu:5.1f}  queries {queries(asked, project, owner)}"
          f"{f'  refused {timed.refused}' if timed.refused else ''}", flush=True)  # fmt: skip
    return timed


if __name__ == "__main__":
    main()
