"""CPU of a call for work, 100,000 tasks and 200 annotators, by each policy in turn.

Twice: the service alone, and the whole call through Django and DRF in the same process.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import json, os, random, statistics, sys, time
import django
django.setup()
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone
call_command("migrate", verbosity=0)
from annotators.models import RoutingPlan, Standing, TaskBelief
from labeling.models import Lease, Membership, Role, Task, User
from labeling.policies import Access, open_project
from labeling.services.next_task import take_next_task
from labeling.services.projects import create_project
size, people, voted, calls = map(int, sys.argv[1:5])
owner = User.objects.create(username="owner", password="!")
classes = [{"id": f"c{n}"} for n in range(10)]
ontology = {"fields": {"text": {"type": "text"}},
            "labels": [{"id": "mood", "on": "text", "kind": "choice", "classes": classes}]}
project = create_project(owner=owner, name="bench", ontology=ontology, settings={"overlap": 3})
plan, _ = RoutingPlan.objects.get_or_create(project=project)
rng = random.Random(0)
Task.objects.bulk_create([Task(project=project, data={"text": f"row {n} " + "x" * 200},
    priority=rng.random(), uncertainty=rng.random(), overlap=3, open_places=3)
    for n in range(size)], batch_size=2000)
tasks = list(project.tasks.order_by("-priority")[: max(voted, 1)])
if voted:
    TaskBelief.objects.bulk_create([TaskBelief(task=t, project=project, label="mood", n_votes=1,
        confidence=0.7, posterior={"c1": 0.7, "c2": 0.2, "c3": 0.1}, state="asking")
        for t in tasks])
    Task.objects.filter(pk__in=[t.pk for t in tasks]).update(annotation_count=1, open_places=2)
users = [User.objects.create(username=f"u{n}", password="!") for n in range(people)]
Membership.objects.bulk_create(
    [Membership(project=project, user=u, role=Role.ANNOTATOR) for u in users])
by_class = {"mood": {f"c{n}": [8.0, 10.0] for n in range(10)}}
Standing.objects.bulk_create([Standing(project=project, user=u, right=80, answered=100,
    by_class=by_class, seconds=12.0, interest=0.4) for u in users])
crowd = {"right": 8000, "answered": 10000, "by_class": by_class, "seconds": 11.0, "interest": 0.5}
ways = ["open", "balanced", "skill", "value"]
spent = {place: {way: [] for way in ways} for place in ("service", "call")}
clients = {}
for user in users[:20]:
    clients[user] = Client()
    clients[user].force_login(user)
def service(user):
    access = open_project(user, project.pk)
    handed = take_next_task(access=access, holding=(), now=timezone.now(), rng=rng)
    return handed.task.pk
def call_for(user):
    answer = clients[user].post(f"/api/projects/{project.pk}/tasks/next/", {"holding": []},
        content_type="application/json")
    assert answer.status_code == 200, answer.content
    return int(json.loads(answer.content)["task"]["id"])
for call in range(calls + 1):
    for way in rng.sample(ways, len(ways)):
        RoutingPlan.objects.filter(project=project).update(policy=way, crowd=crowd, gold_rate=0)
        for place, ask in (("service", service), ("call", call_for)):
            batch = 0.0
            for user in rng.sample(users[:20], 20):
                began = time.process_time()
                task_id = ask(user)
                batch += time.process_time() - began
                with transaction.atomic():
                    Lease.objects.filter(user=user).delete()
                    Task.objects.filter(pk=task_id).update(open_places=F("open_places") + 1)
            if call:  # the first warms up
                spent[place][way].append(1000 * batch / 20)
print(json.dumps({place: {way: statistics.median(found) for way, found in ways_.items()}
    for place, ways_ in spent.items()}))
"""


def measure_next_task() -> None:
    """Print CPU ms a call, and each policy's in parts of the open one's."""
    url = os.environ.get("DATABASE_URL") or os.environ.get("TEST_POSTGRES_URL")
    for place, extra in (("SQLite", {}), *([("PostgreSQL", {"DATABASE_URL": url})] if url else [])):
        for voted, what in ((0, "nobody has answered yet"), (5000, "the first were answered once")):
            with tempfile.TemporaryDirectory() as folder:
                env = os.environ | {
                    "PENUMBRA_DATA": folder,
                    "DJANGO_SETTINGS_MODULE": "labeling.config.settings",
                    "PYTHONPATH": str(ROOT),
                    "LOG_LEVEL": "ERROR",
                    "ALLOWED_HOSTS": "testserver",
                }
                said = subprocess.run(
                    [sys.executable, "-c", PROGRAM, "100000", "200", str(voted), "12"],
                    env=env | extra,
                    cwd=ROOT,
                    check=True,
                    capture_output=True,
                    text=True,
                ).stdout
            found = json.loads(said.splitlines()[-1])
            for part, ways in found.items():
                told = ", ".join(
                    f"{way} {ms:.2f} ms ({ms / ways['open']:.2f})" for way, ms in ways.items()
                )
                print(f"{place}, {what}, {part}: {told}", flush=True)
