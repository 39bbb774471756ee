"""A process of ours that reads one request a line and answers one line, within a time."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["LineProcess", "ProcessDied", "TooSlow"]

ROOT = Path(__file__).resolve().parents[3]
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GDAL_NUM_THREADS"), "1"
)


class TooSlow(Exception):
    """The answer did not come in time; the process was ended."""


class ProcessDied(Exception):
    """The process ended instead of answering."""


class LineProcess:
    """A module run as a script, which knows nothing but what it is asked.

    After `max_uses` requests it is ended, to be replaced: libraries leak.
    """

    def __init__(self, module: str, *, max_uses: int = 2_000) -> None:
        self._max_uses = max_uses
        self._uses = 0
        self._rest = b""
        self._process = subprocess.Popen(  # noqa: S603  (our own module)
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env={**os.environ, **ONE_THREAD},
            start_new_session=True,  # a Ctrl-C is for the server, which then closes our pipe
        )

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked again."""
        return self._process.poll() is None

    def ask(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer; a process that gives none in time, or dies, is ended.

        Raises
        ------
        TooSlow, ProcessDied
        """
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
            raise TooSlow
        if not line:
            self.end()
            raise ProcessDied
        if self._uses >= self._max_uses:
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
