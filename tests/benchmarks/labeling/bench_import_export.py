"""CPU per task and memory of large imports and exports, on SQLite or on DATABASE_URL.

Give it a throw-away database: what it imports stays there.

Run: `python -m tests.benchmarks.labeling.bench_import_export [--tasks 100000] [--rounds 3]`.
CPU is that of this process (with PostgreSQL the server's own is not counted).
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("PENUMBRA_DATA", tempfile.mkdtemp(prefix="penumbra-bench-"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labeling.config.settings")

import django

django.setup()

import psutil  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from labeling.formats.base import ImportOptions  # noqa: E402
from labeling.models import Job, JobState, Role, User  # noqa: E402
from labeling.policies import Access  # noqa: E402
from labeling.services.exports import ExportRequest, export_project  # noqa: E402
from labeling.services.imports import import_upload  # noqa: E402
from labeling.services.job_runs import StoredJobRun  # noqa: E402
from labeling.services.projects import create_project  # noqa: E402
from labeling.services.uploads import LocalFile, store_upload  # noqa: E402

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "mood", "on": "text", "kind": "choice", "classes": [{"id": "pos"}, {"id": "neg"}]}
    ],
}


def lines(count: int, *, annotated: bool):
    """Small tasks of about 75 characters, as case O40 makes them."""
    for i in range(count):
        task = {"data": {"text": f"row {i} " + "x" * 60}}
        if annotated:
            task["annotations"] = [{"answers": {"mood": "pos" if i % 2 else "neg"}}]
        yield json.dumps(task).encode() + b"\n"


def make_file(count: int, *, annotated: bool) -> Path:
    """Write the file to import."""
    path = Path(tempfile.mkdtemp()) / "tasks.jsonl"
    with path.open("wb") as file:
        file.writelines(lines(count, annotated=annotated))
    return path


class Measured:
    """CPU and the rise of resident memory of a block."""

    def __enter__(self) -> "Measured":
        self._process = psutil.Process()
        self._memory = self._process.memory_info().rss
        self._cpu = time.process_time()
        self._clock = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.cpu_s = time.process_time() - self._cpu
        self.wall_s = time.perf_counter() - self._clock
        self.memory_mib = (self._process.memory_info().rss - self._memory) / (1 << 20)


def access_to_new_project() -> Access:
    """A fresh project of a bench user."""
    user, _ = User.objects.get_or_create(username="bench")
    project = create_project(owner=user, name="bench", ontology=ONTOLOGY)
    return Access(user, project, Role.OWNER)


def job_run(access: Access, name: str) -> StoredJobRun:
    """A job that runs in this process."""
    job = Job.objects.create(
        name=name, kind="bench", project=access.project, state=JobState.RUNNING
    )
    return StoredJobRun(job)


def measure_import(path: Path, count: int) -> tuple[Access, Measured]:
    """Import a file into a new project."""
    access = access_to_new_project()
    with path.open("rb") as stream:
        upload = store_upload(access=access, files=[LocalFile(path.name, stream)])
    run = job_run(access, "labeling.import_upload")
    with Measured() as measured:
        import_upload(
            run,
            access=access,
            upload_id=upload.pk,
            format="auto",
            options=ImportOptions(),
            on_error="fail",
        )
    assert access.project.tasks.count() == count
    return access, measured


def measure_export(access: Access, format: str) -> Measured:
    """Export a project."""
    run = job_run(access, "labeling.export_project")
    with Measured() as measured:
        export_project(run, access=access, request=ExportRequest(format))
    return measured


def report(name: str, runs: list[Measured], count: int) -> dict[str, object]:
    """One line for people, and the figures."""
    per_task = [run.cpu_s / count * 1000 for run in runs]
    figures = {
        "name": name,
        "cpu_ms_per_task": round(statistics.median(per_task), 4),
        "spread": [round(min(per_task), 4), round(max(per_task), 4)],
        "wall_s": round(statistics.median(run.wall_s for run in runs), 2),
        "memory_mib": round(max(run.memory_mib for run in runs), 1),
    }
    low, high = figures["spread"]
    print(
        f"{name:28} {figures['cpu_ms_per_task']:.4f} CPU ms a task ({low:.4f}-{high:.4f}), "
        f"{figures['wall_s']} s, memory +{figures['memory_mib']} MiB",
        file=sys.stderr,
    )
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    print(f"{connection.vendor}, {options.tasks:,} tasks", file=sys.stderr)
    plain = make_file(options.tasks, annotated=False)
    annotated = make_file(options.tasks, annotated=True)
    imports = [measure_import(plain, options.tasks)[1] for _ in range(options.rounds)]
    figures = [report("import", imports, options.tasks)]
    with_answers = [measure_import(annotated, options.tasks) for _ in range(options.rounds)]
    figures.append(report("import annotated", [run for _, run in with_answers], options.tasks))
    access = with_answers[-1][0]
    for format in ("jsonl", "csv", "json", "label_studio"):
        runs = [measure_export(access, format) for _ in range(options.rounds)]
        figures.append(report(f"export {format}", runs, options.tasks))
    print(json.dumps({"database": connection.vendor, "tasks": options.tasks, "figures": figures}))


if __name__ == "__main__":
    main()
