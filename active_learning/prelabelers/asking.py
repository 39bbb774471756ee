"""Asks pre-labelers, each in a process of its own, and gives their answers or their faults."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from active_learning.prelabelers.base import Card, Medium, Need, Proposal, Wanted
from labeling.media.decoding.process import LineProcess, ProcessDied, TooSlow

__all__ = ["Answered", "AskedPrelabeler", "missing_needs"]

MODULE = "active_learning.prelabelers.child"
MAX_USES = 50_000
"""Opening a model anew costs seconds, a text a hundredth of one."""
OPENING_S = 90.0
"""A model may take so long to open, on a busy machine, before its first value."""


@dataclass(frozen=True, slots=True)
class Answered:
    """Raw proposals, or why there are none; `seconds` is what the answer took."""

    proposals: tuple[Proposal, ...]
    seconds: float
    fault: str = ""
    detail: str = ""


def missing_needs(card: Card) -> tuple[Need, ...]:
    """Return the packages that are not installed; looks for them without importing any."""
    return tuple(need for need in card.needs if importlib.util.find_spec(need.module) is None)


class AskedPrelabeler:
    """One pre-labeler with its options; its process starts at the first question.

    To be used as a context manager: leaving it ends the process.
    """

    def __init__(self, card: Card, *, models: Path, options: Mapping[str, Any]) -> None:
        self._card = card
        self._fixed = {
            "module": card.module,
            "models": str(models),
            "options": {**card.fixed, **options},
            "memory_mb": card.memory_mb,
        }
        self._process: LineProcess | None = None

    def __enter__(self) -> AskedPrelabeler:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._process is not None:
            self._process.end()

    def ask(self, medium: Medium, wanted: Sequence[Wanted]) -> Answered:
        """Return what it proposes; its failure is an answer too."""
        process, allowed = self._process, self._card.seconds
        if process is None or not process.is_alive:
            process, allowed = LineProcess(MODULE, max_uses=MAX_USES), allowed + OPENING_S
            self._process = process
        request = {**self._fixed, "medium": _sent(medium), "wanted": [asdict(w) for w in wanted]}
        begun = time.monotonic()
        try:
            given = process.ask(request, allowed)
        except TooSlow:
            given = {"fault": "too_slow", "detail": f"It took longer than {allowed:g} seconds."}
        except ProcessDied:
            detail = f"Its process ended; it may use {self._card.memory_mb:,} MB of memory."
            given = {"fault": "died", "detail": detail}
        seconds = time.monotonic() - begun
        if "fault" in given:
            return Answered((), seconds, str(given["fault"]), str(given["detail"]))
        return Answered(tuple(Proposal(**item) for item in given["proposals"]), seconds)


def _sent(medium: Medium) -> dict[str, Any]:
    return {
        "type": medium.type,
        "value": medium.value,
        "path": str(medium.path) if medium.path else None,
        "facts": dict(medium.facts),
        "beside": dict(medium.beside),
        "views": [[view.name, view.given, str(path)] for view, path in medium.views.items()],
    }
