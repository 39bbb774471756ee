"""`manage.py doctor`: checks the installation and says how to mend each part."""

import importlib.util
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from labeling.selectors.health import live_workers, serving_answers

NEEDED = (
    "channels",
    "PIL",
    "numpy",
    "torch",
    "onnxruntime",
    "tokenizers",
    "sklearn",
    "open3d",
    "flwr",
)
LOW_DISK_BYTES = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the installation."""

    part: str
    is_well: bool
    found: str
    remedy: str = ""


def python() -> Finding:
    """Penumbra is written for Python 3.11."""
    version = sys.version.split()[0]
    return Finding("Python", sys.version_info[:2] == (3, 11), version, "Use Python 3.11.")


def packages() -> Finding:
    """Everything the lock file names can be found."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    found = f"{', '.join(missing)} missing" if missing else f"{len(NEEDED)} of {len(NEEDED)} found"
    return Finding("Packages", not missing, found, "Run `make setup`.")


def database() -> Finding:
    """The database answers and its schema is current."""
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return Finding("Database", False, str(error), "Check DATABASE_URL and that it is running.")
    found = f"{connection.vendor}, {len(waiting)} migrations waiting"
    return Finding("Database", not waiting, found, "Run `manage.py migrate`.")


def queue() -> Finding:
    """Somebody works on both lanes."""
    workers = [worker for worker in live_workers() if worker.kind == "worker"]
    found = f"{len(workers)} workers seen lately"
    return Finding(
        "Queue", len(workers) > 0, found, "Start `manage.py serve` or `manage.py worker`."
    )


def serving() -> Finding:
    """The model serving process answers."""
    is_well = serving_answers()
    found = f"{settings.SERVING_URL} {'answers' if is_well else 'does not answer'}"
    return Finding("Serving", is_well, found, "Start `manage.py serve`, or set SERVING_URL.")


def frontend() -> Finding:
    """The front end is built and complete."""
    manifest = settings.FRONTEND_DIST / ".vite" / "manifest.json"
    if not manifest.exists():
        return Finding("Front end", False, "not built", "Run `make frontend`.")
    files = [entry["file"] for entry in json.loads(manifest.read_text()).values()]
    missing = [name for name in files if not (settings.FRONTEND_DIST / name).exists()]
    found = f"{len(files)} files, {len(missing)} missing"
    return Finding("Front end", not missing, found, "Run `make frontend`.")


def disk() -> Finding:
    """The data folder has room."""
    free = shutil.disk_usage(settings.PENUMBRA_DATA).free
    found = f"{free / 1024**3:.1f} GiB free at {settings.PENUMBRA_DATA}"
    remedy = "Free some space, or point PENUMBRA_DATA at a larger disk."
    return Finding("Disk", free > LOW_DISK_BYTES, found, remedy)


CHECKS: tuple[Callable[[], Finding], ...] = (
    python,
    packages,
    database,
    queue,
    serving,
    frontend,
    disk,
)


class Command(BaseCommand):
    """Print a line for each part; fail if one is not well."""

    help = "Check the installation and say how to mend it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run every check, even after one fails."""
        findings = [check() for check in CHECKS]
        for finding in findings:
            mark = self.style.SUCCESS("✓") if finding.is_well else self.style.ERROR("✗")
            self.stdout.write(f"{mark} {finding.part:<10} {finding.found}")
            if not finding.is_well:
                self.stdout.write(f"  → {finding.remedy}")
        if not all(finding.is_well for finding in findings):
            raise CommandError("Something needs mending (see the arrows above).")
