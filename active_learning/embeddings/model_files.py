"""Model files that are built once on this machine and then only read."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from active_learning.embeddings.encoder import EncoderUnavailable

__all__ = ["built_file", "content_hash", "package_folder"]


def package_folder(package: str) -> Path:
    """Return where an installed package lies, without importing (and so running) it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        name = package.replace("_", "-")
        raise EncoderUnavailable(f"The package {name} is not installed; run `make run` again.")
    return Path(next(iter(spec.submodule_search_locations)))


def built_file(target: Path, build: Callable[[Path], None]) -> Path:
    """Return ``target``, building it first if it is missing.

    Two processes that start together build once: the second waits at the lock. A build that
    dies leaves no half-written file, because the finished one is moved into place.
    """
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.with_suffix(target.suffix + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            with tempfile.TemporaryDirectory(dir=target.parent) as folder:
                made = Path(folder) / target.name
                build(made)
                made.replace(target)
    return target


def content_hash(path: Path) -> str:
    """Return the first 12 hex digits of the file's SHA-256, remembered beside the file."""
    note = path.with_suffix(path.suffix + ".sha256")
    stamp = f"{path.stat().st_size}-{path.stat().st_mtime_ns}"
    if note.exists():
        known_stamp, _, digest = note.read_text(encoding="ascii").partition(" ")
        if known_stamp == stamp:
            return digest
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:12]
    _write_whole(note, f"{stamp} {digest}")
    return digest


def _write_whole(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
    Path(name).replace(path)
