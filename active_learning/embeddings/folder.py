"""Where built encoders live: with the installation, since they are made of its packages."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

__all__ = [
    "BACKBONE",
    "CLASSES",
    "MAPS",
    "MINILM",
    "STATIC_TABLE",
    "VOICES",
    "build_apart",
    "models_folder",
    "wanted_files",
]

MINILM = "minilm-l6-int8.onnx"
STATIC_TABLE = "token-table.safetensors"
BACKBONE = "efficientnet-lite0.onnx"
MAPS = "efficientnet-lite0-maps.onnx"
CLASSES = "efficientnet-lite0-classes.safetensors"
VOICES = "resemblyzer-voices.onnx"
ALWAYS = (MINILM, STATIC_TABLE, BACKBONE, MAPS, CLASSES)


def models_folder(data: Path) -> Path:
    """Return PENUMBRA_MODELS, else a folder of the environment, else one of the data folder.

    A new data folder (a test, a second installation on one machine) then builds nothing anew;
    the data folder serves where the environment is read-only.
    """
    if named := os.environ.get("PENUMBRA_MODELS"):
        return Path(named)
    shared = Path(sys.prefix) / "share" / "penumbra-models"
    try:
        shared.mkdir(parents=True, exist_ok=True)
    except OSError:
        return data / "models"
    return shared if os.access(shared, os.W_OK) else data / "models"


def wanted_files() -> tuple[str, ...]:
    """Return the files of encoders whose packages are installed."""
    has_voices = importlib.util.find_spec("resemblyzer") is not None
    return (*ALWAYS, VOICES) if has_voices else ALWAYS


def build_apart(models: Path) -> None:
    """Build missing encoders in a process of its own.

    Building needs onnx, its quantiser and torch, which serving must not keep in memory.
    """
    if all((models / name).exists() for name in wanted_files()):
        return
    command = [sys.executable, "-m", "active_learning.embeddings.build", str(models)]
    root = Path(__file__).resolve().parents[2]
    subprocess.run(command, check=True, cwd=root)  # noqa: S603  (our own module, our own folder)
