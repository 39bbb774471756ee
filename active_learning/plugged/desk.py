"""Keeps brought models open for calls that wait: each in processes of its own, a few at once."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

from active_learning.prelabelers.asking import Answered, AskedPrelabeler
from active_learning.prelabelers.base import Card, Medium, Wanted

__all__ = ["DeskBusy", "PluggedDesk"]

MODELS = 4
LANES = 2
WAIT_S = 5.0


class DeskBusy(Exception):
    """All processes of a model work on other calls."""


class PluggedDesk:
    """The models that were asked last, each with at most so many processes as it has lanes.

    Safe to share among threads. A model that was declared anew is another one; the one asked the
    longest ago makes room.
    """

    def __init__(self, folder: Path, *, models: int = MODELS, lanes: int = LANES) -> None:
        self._folder = folder
        self._models = models
        self._lanes = lanes
        self._turn = threading.Lock()
        self._open: OrderedDict[str, _Lanes] = OrderedDict()

    def ask(
        self, card: Card, medium: Medium, wanted: Sequence[Wanted], *, wait_s: float = WAIT_S
    ) -> Answered:
        """Return what the model proposes; its failure is an answer too.

        Raises
        ------
        DeskBusy
            When no process was free within ``wait_s``.
        """
        lanes = self._lanes_of(card)
        asked = lanes.taken(wait_s)
        try:
            return asked.ask(medium, wanted)
        finally:
            lanes.give_back(asked)

    def close(self) -> None:
        """End every process that nobody waits for."""
        with self._turn:
            gone = list(self._open.values())
            self._open.clear()
        for lanes in gone:
            lanes.end()

    def _lanes_of(self, card: Card) -> _Lanes:
        key = json.dumps([card.id, card.module, dict(card.fixed)], sort_keys=True)
        gone = []
        with self._turn:
            if key not in self._open:
                self._open[key] = _Lanes(card, self._folder, self._lanes)
            self._open.move_to_end(key)
            while len(self._open) > self._models:
                gone.append(self._open.popitem(last=False)[1])
            found = self._open[key]
        for lanes in gone:
            lanes.end()
        return found


class _Lanes:
    """The processes of one model."""

    def __init__(self, card: Card, folder: Path, count: int) -> None:
        self._card = card
        self._folder = folder
        self._free = threading.BoundedSemaphore(count)
        self._turn = threading.Lock()
        self._idle: list[AskedPrelabeler] = []
        self._is_over = False

    def taken(self, wait_s: float) -> AskedPrelabeler:
        """Return one that nobody else asks meanwhile; the one asked last is the warmest."""
        if not self._free.acquire(timeout=max(0.0, wait_s)):
            raise DeskBusy
        with self._turn:
            if self._idle:
                return self._idle.pop()
        return AskedPrelabeler(self._card, models=self._folder, options={})

    def give_back(self, asked: AskedPrelabeler) -> None:
        """Let others ask it, or end it where the model made room for others."""
        with self._turn:
            is_over = self._is_over
            if not is_over:
                self._idle.append(asked)
        if is_over:
            asked.__exit__()
        self._free.release()

    def end(self) -> None:
        """End those that wait; those at work end when they are given back."""
        with self._turn:
            self._is_over = True
            idle, self._idle = self._idle, []
        for asked in idle:
            asked.__exit__()
