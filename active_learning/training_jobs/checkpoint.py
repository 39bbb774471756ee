"""Where a training stands, on disk: tensors as safetensors, the rest as JSON, whole or not at all.

The JSON names the tensor file and its hash and is put in place last, so a process that dies at any
moment leaves the checkpoint before. Nothing in either file can run code.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

__all__ = ["Checkpoint", "Checkpoints"]

STATE = "checkpoint.json"


@dataclass(frozen=True)
class Checkpoint:
    """A training after some epochs: named arrays and plain facts."""

    tensors: Mapping[str, NDArray[np.float32]]
    facts: Mapping[str, Any]


class Checkpoints:
    """The newest checkpoint of one run, in a folder of its own.

    ``fingerprint`` names what is trained (recipe, data, shapes): a checkpoint of anything else is
    none.
    """

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.folder = folder
        self.fingerprint = fingerprint

    def save(self, checkpoint: Checkpoint) -> None:
        """Put a checkpoint in the place of the last one.

        Raises
        ------
        OSError
            When it cannot be written (a full disk); the last one is still whole.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        content = save({name: np.ascontiguousarray(t) for name, t in checkpoint.tensors.items()})
        digest = hashlib.sha256(content).hexdigest()
        name = f"tensors-{digest[:16]}.safetensors"
        _write_whole(self.folder / name, content)
        state = {
            "fingerprint": self.fingerprint,
            "tensors": name,
            "sha256": digest,
            "facts": dict(checkpoint.facts),
        }
        _write_whole(self.folder / STATE, json.dumps(state).encode())
        for old in self.folder.glob("tensors-*"):
            if old.name != name:
                old.unlink(missing_ok=True)

    def newest(self) -> Checkpoint | None:
        """Return the last whole checkpoint of this training; None when there is none."""
        try:
            state = json.loads((self.folder / STATE).read_bytes())
            if state["fingerprint"] != self.fingerprint:
                return None
            content = (self.folder / Path(state["tensors"]).name).read_bytes()
            if hashlib.sha256(content).hexdigest() != state["sha256"]:
                return None
            return Checkpoint(load(content), state["facts"])
        except (OSError, ValueError, KeyError, TypeError, SafetensorError):
            # Damaged or gone: training begins anew, which costs time and nothing else.
            return None

    def clear(self) -> None:
        """Delete what is kept, once the version is stored."""
        for path in (self.folder / STATE, *self.folder.glob("tensors-*")):
            path.unlink(missing_ok=True)


def _write_whole(target: Path, content: bytes) -> None:
    part = target.with_name(target.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)
        raise
