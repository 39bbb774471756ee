"""Label → retrained → a pool of 10,000 texts re-ranked, and what an annotator feels meanwhile.

The texts are TREC-6's questions, repeated with a number; embedding the pool is timed apart, for it
happens once after the import. Run: `make bench` or
`.venv/bin/python tests/benchmarks/learning/bench_round.py`.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
POOL, LABELS = int(os.environ.get("BENCH_POOL", "10000")), 200


def measure() -> None:
    """Build the project, run two rounds, print the second one's steps."""
    import csv
    import random
    import threading
    import time

    import numpy as np
    from django.db import connection
    from django.utils import timezone

    from active_learning.services.query_round import Order, run_query_round
    from labeling.models import Task
    from labeling.services.drafts import AnswerContent
    from labeling.services.next_task import take_next_task
    from labeling.services.submit_annotation import submit_annotation
    from tests.factories.facts import make_access, make_annotation, make_project
    from tests.shared_data import shared

    path = shared("data/text_trec6") / "train.csv"
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    classes = sorted({row["coarse"] for row in rows})
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "kind", "on": "text", "kind": "choice",
                    "classes": [{"id": name} for name in classes]}],
    }  # fmt: skip
    project = make_project(ontology=ontology)
    picked = [rows[i % len(rows)] for i in range(POOL)]
    Task.objects.bulk_create(
        [
            Task(project=project, data={"text": f"{row['text']} ({i})"}, meta={"k": row["coarse"]})
            for i, row in enumerate(picked)
        ]
    )
    access = make_access(project)
    for task in project.tasks.order_by("pk")[:LABELS]:
        task.project = project
        make_annotation(task, access.user, answers={"kind": task.meta["k"]})
    first = run_query_round(project=project, order=Order("labels"))
    print(f"first round of {POOL}: {first.seconds} (embeds the pool)", flush=True)

    def annotate(stop: threading.Event, took: list[float]) -> None:
        while not stop.is_set():
            begun = time.perf_counter()
            handed = take_next_task(
                access=access, holding=[], now=timezone.now(), rng=random.Random(1)
            )
            submit_annotation(
                access=access,
                task=handed.task,
                content=AnswerContent([], [], {"kind": handed.task.meta["k"]}),
                draft_revision=None,
            )
            took.append((time.perf_counter() - begun) * 1000)
            time.sleep(0.05)
        connection.close()

    for name in ("alone", "beside the round"):
        stop, took = threading.Event(), []
        person = threading.Thread(target=annotate, args=(stop, took))
        person.start()
        begun, cpu = time.perf_counter(), time.process_time()
        if name == "alone":
            time.sleep(5)
        else:
            done = run_query_round(project=project, order=Order("labels"))
            wall = time.perf_counter() - begun
            print(
                f"label → retrained → {done.pool} re-ranked: {wall:.1f} s wall, "
                f"{time.process_time() - cpu:.1f} s CPU, {done.seconds}"
            )
        stop.set()
        person.join()
        p50, p95 = np.percentile(took, [50, 95])
        print(
            f"next + submit {name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, n {len(took)}", flush=True
        )
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    if "--inside" in sys.argv:
        import django

        django.setup()
        measure()
    else:
        with tempfile.TemporaryDirectory(prefix="penumbra-bench-") as data:
            env = os.environ | {
                "PENUMBRA_DATA": data,
                "PYTHONPATH": str(ROOT),
                "DJANGO_SETTINGS_MODULE": "labeling.config.settings",
            }
            steps = (["manage.py", "migrate", "--verbosity", "0"], [__file__, "--inside"])
            for step in steps:
                subprocess.run([sys.executable, *step], check=True, cwd=ROOT, env=env)
