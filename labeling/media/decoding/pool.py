"""Hands files to decoder processes and gives their answers; restarts what dies or hangs."""

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from labeling.media.kind import MediaKind
from labeling.media.parameters import Value
from labeling.media.probe import MediaError, Probe

__all__ = ["DecoderPool"]

ROOT = Path(__file__).resolve().parents[3]
MAX_USES = 2_000
"""After so many files a process is replaced: libraries leak."""
WAIT_SECONDS = 20.0
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GDAL_NUM_THREADS"), "1"
)


class DecoderPool:
    """At most `size` decoder processes, started when first needed.

    Safe to share among threads; each call has one process to itself.
    """

    def __init__(self, size: int = 2) -> None:
        self._free: deque[_Child] = deque()
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
            answer = child.ask(
                {**request, "decoder": kind.decoder, "memory_mb": kind.memory_mb}, kind.seconds
            )
            if child.is_alive:
                self._free.append(child)
        finally:
            self._places.release()
        if "error" in answer:
            raise OSError(answer["error"])
        if "fault" in answer:
            raise MediaError(answer["fault"], answer["detail"])
        return answer

    def _take(self) -> "_Child":
        while self._free:
            child = self._free.pop()
            if child.is_alive:
                return child
        return _Child()


class _Child:
    """One decoder process."""

    def __init__(self) -> None:
        self._uses = 0
        self._rest = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "labeling.media.decoding.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env={**os.environ, **ONE_THREAD},
            start_new_session=True,  # a Ctrl-C is for the server, which then closes our pipe
        )

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer; a process that gives none in time, or dies, is ended."""
        assert self._process.stdin is not None
        self._uses += 1
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            line = self._line(time.monotonic() + seconds)
        except BrokenPipeError:
            line = b""
        except BaseException:
            self.end()
            raise
        if line is None:
            self.end()
            detail = f"reading the file took longer than {seconds:g} seconds and was stopped"
            return {"fault": "too_slow", "detail": detail}
        if not line:
            self.end()
            detail = "the decoder gave up: the file is damaged or needs more memory than allowed"
            return {"fault": "broken", "detail": detail}
        if self._uses >= MAX_USES:
            self.end()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """Kill the process; what it wrote half is removed by who asked for it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _line(self, deadline: float) -> bytes | None:
        """Return one answer, nothing when the process died, None when the time is over."""
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        while b"\n" not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                return None
            some = os.read(descriptor, 1 << 16)
            if not some:
                return b""
            self._rest += some
        line, _, self._rest = self._rest.partition(b"\n")
        return line
