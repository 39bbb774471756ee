"""Hands prompts to segmenting processes: a picture always to the same one, which has it ready."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from active_learning.segmenting.prompt import Prompt
from labeling.media.decoding.process import LineProcess, ProcessDied, TooSlow

__all__ = ["Picture", "SegmentFault", "SegmentPool"]

MODULE = "active_learning.segmenting.child"
SECONDS = 30.0
"""What a prompt may take, making a large window ready included."""
WAIT_SECONDS = 5.0
"""Somebody who clicks waits no longer for others' clicks."""
MAX_USES = 20_000


class SegmentFault(Exception):
    """Why there is no outline: `busy`, `too_slow`, `died`, or the process's own word."""

    def __init__(self, fault: str, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Picture:
    """A rendition of the whole upright picture, and the size of the original."""

    key: str
    path: Path
    width: int
    height: int


class SegmentPool:
    """At most `size` processes, started when first needed. Safe to share among threads."""

    def __init__(self, size: int = 2) -> None:
        self._lanes = [_Lane() for _ in range(size)]

    def ask(self, picture: Picture, model: str, prompt: Prompt) -> dict[str, Any]:
        """Return `{"polygon": geometry or None}`; `model` as `Desk.answer` takes it.

        Raises
        ------
        SegmentFault
        """
        lane = self._lanes[zlib.crc32(picture.key.encode()) % len(self._lanes)]
        return lane.ask(
            {
                "picture": {
                    "key": picture.key,
                    "path": str(picture.path),
                    "width": picture.width,
                    "height": picture.height,
                },
                "model": model,
                "prompt": prompt.as_json(),
            }
        )

    def close(self) -> None:
        """End the processes."""
        for lane in self._lanes:
            lane.end()


class _Lane:
    """One process, one question at a time."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._process: LineProcess | None = None

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if not self._turn.acquire(timeout=WAIT_SECONDS):
            raise SegmentFault("busy", "others' clicks are being worked on; try again in a moment")
        try:
            if self._process is None or not self._process.is_alive:
                self._process = LineProcess(MODULE, max_uses=MAX_USES)
            answer = self._process.ask(request, SECONDS)
        except TooSlow as error:
            raise SegmentFault("too_slow", f"it took longer than {SECONDS:g} seconds") from error
        except ProcessDied as error:
            raise SegmentFault("died", "its process ended; a smaller part may work") from error
        finally:
            self._turn.release()
        if "fault" in answer:
            raise SegmentFault(str(answer["fault"]), str(answer["detail"]))
        return answer

    def end(self) -> None:
        if self._process is not None:
            self._process.end()
