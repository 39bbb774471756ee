"""Where a training keeps what it must not lose: its snapshot, its checkpoint."""

import contextlib
import gzip
import json
from pathlib import Path

from django.conf import settings

from active_learning.models import TrainingRun
from active_learning.training_jobs.snapshot import Snapshot

__all__ = ["keep_snapshot", "kept_snapshot", "run_folder"]

SNAPSHOT = "snapshot.json.gz"


def run_folder(run: TrainingRun) -> Path:
    """Return the run's folder; it is made when something is written."""
    return Path(settings.PENUMBRA_DATA) / "training" / str(run.pk)


def keep_snapshot(run: TrainingRun, snapshot: Snapshot) -> None:
    """Write the answers that the run learns from, whole or not at all."""
    folder = run_folder(run)
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{SNAPSHOT}.part"
    try:
        # Without a time in the header the same answers make the same file.
        content = json.dumps(snapshot.as_json(), ensure_ascii=False).encode()
        part.write_bytes(gzip.compress(content, mtime=0))
        part.replace(folder / SNAPSHOT)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def kept_snapshot(run: TrainingRun) -> Snapshot | None:
    """Return what the run learns from if that was pinned and is unchanged."""
    try:
        content = gzip.decompress((run_folder(run) / SNAPSHOT).read_bytes())
        snapshot = Snapshot.from_json(json.loads(content))
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return snapshot if snapshot.hash == run.snapshot else None
