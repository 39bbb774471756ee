"""The environment of every process that loads Flower: no telemetry, no update check, own home."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import federated

__all__ = ["flower_environment"]


def flower_environment(home: Path) -> dict[str, str]:
    """Return this process's environment, made safe for Flower."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FLWR_")}
    return {
        **kept,
        # Flower looks its own programs up by name.
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")]),
        # Our own code is found from whatever folder a process runs in.
        "PYTHONPATH": str(Path(federated.__file__).parents[1]),
        "FLWR_HOME": str(home),
        "FLWR_TELEMETRY_ENABLED": "0",
        # A second call home, made by every start.
        "FLWR_DISABLE_UPDATE_CHECK": "1",
        "FLWR_DISABLE_RUNTIME_DEPENDENCY_INSTALLATION": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONUNBUFFERED": "1",
    }
