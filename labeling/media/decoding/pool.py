"""Hands files to decoder processes and gives their answers; restarts what dies or hangs."""

import threading
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from labeling.media.decoding.process import LineProcess, ProcessDied, TooSlow
from labeling.media.kind import MediaKind
from labeling.media.parameters import Value
from labeling.media.probe import MediaError, Probe

__all__ = ["DecoderPool"]

MODULE = "labeling.media.decoding.child"
WAIT_SECONDS = 20.0


class DecoderPool:
    """At most `size` decoder processes, started when first needed.

    Safe to share among threads; each call has one process to itself.
    """

    def __init__(self, size: int = 2) -> None:
        self._free: deque[LineProcess] = deque()
        self._places = threading.BoundedSemaphore(size)

    def probe(self, kind: MediaKind, path: Path) -> Probe:
        """Return what a file is, as a file of that kind.

        Raises
        ------
        MediaError
            When it cannot be used; also when reading it takes too long or too much memory.
        """
        found = self._ask(kind, {"view": None, "source": str(path)})["probe"]
        return Probe(**{**found, "warnings": tuple(found["warnings"])})

    def clean(self, kind: MediaKind, source: Path, out: Path) -> None:
        """Write a file again without what names people; raises as `probe` does."""
        self._ask(kind, {"view": None, "source": str(source), "out": str(out)})

    def render(
        self,
        kind: MediaKind,
        view: str,
        *,
        source: Path,
        out: Path,
        folder: Path,
        values: Mapping[str, Value],
    ) -> str:
        """Write one view of a file and return its media type; raises as `probe` does."""
        paths = {"source": str(source), "out": str(out), "folder": str(folder)}
        return str(self._ask(kind, {"view": view, **paths, "values": dict(values)})["mime"])

    def close(self) -> None:
        """End the idle processes."""
        while self._free:
            self._free.popleft().end()

    def _ask(self, kind: MediaKind, request: Mapping[str, Any]) -> dict[str, Any]:
        if not self._places.acquire(timeout=WAIT_SECONDS):
            raise MediaError("busy", "all decoders are busy; try again in a moment")
        try:
            child = self._take()
            answer = _asked(child, kind, request)
            if child.is_alive:
                self._free.append(child)
        finally:
            self._places.release()
        if "error" in answer:
            raise OSError(answer["error"])
        if "fault" in answer:
            raise MediaError(answer["fault"], answer["detail"])
        return answer

    def _take(self) -> LineProcess:
        while self._free:
            child = self._free.pop()
            if child.is_alive:
                return child
        return LineProcess(MODULE)


def _asked(child: LineProcess, kind: MediaKind, request: Mapping[str, Any]) -> dict[str, Any]:
    order = {**request, "decoder": kind.decoder, "memory_mb": kind.memory_mb}
    try:
        return child.ask(order, kind.seconds)
    except TooSlow:
        detail = f"reading the file took longer than {kind.seconds:g} seconds and was stopped"
        return {"fault": "too_slow", "detail": detail}
    except ProcessDied:
        detail = "the decoder gave up: the file is damaged or needs more memory than allowed"
        return {"fault": "broken", "detail": detail}
