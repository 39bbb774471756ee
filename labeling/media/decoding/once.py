"""Writes a shared file whole or not at all."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

__all__ = ["written_once"]


def written_once(path: Path, write: Callable[[Path], object]) -> Path:
    """Return `path`, written by `write` if it is not there.

    It is written beside its place and moved: two who ask at once never read half a file, and the
    second one's copy replaces an equal one.
    """
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    os.close(handle)
    try:
        write(Path(name))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path
