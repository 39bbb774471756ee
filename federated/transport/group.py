"""A changing group of children that are kept alive: who is wanted runs, who is not is stopped."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from federated.transport.supervising import Child, keep_alive

__all__ = ["Group"]

JOIN_S = 15.0


@dataclass
class _Kept:
    child: Child
    ended: threading.Event
    thread: threading.Thread


@dataclass
class Group:
    """One thread watches each child."""

    kept: dict[str, _Kept] = field(default_factory=dict)

    def want(self, children: Mapping[str, Child]) -> None:
        """Begin the new ones, stop the others; one whose command changed begins anew."""
        for name in list(self.kept):
            wanted = children.get(name)
            if wanted is None or list(wanted.command) != list(self.kept[name].child.command):
                self._end(name)
        for name, child in children.items():
            if name not in self.kept:
                self._begin(name, child)

    def child(self, name: str) -> Child | None:
        """Return a child that is kept."""
        return self.kept[name].child if name in self.kept else None

    def restart(self, name: str) -> None:
        """Stop a child; its thread begins it again."""
        if child := self.child(name):
            child.stop()

    def stop(self) -> None:
        """End all of them."""
        for one in self.kept.values():
            one.ended.set()
        for name in list(self.kept):
            self._end(name)

    def _begin(self, name: str, child: Child) -> None:
        ended = threading.Event()
        thread = threading.Thread(target=keep_alive, args=(child, ended), name=name, daemon=True)
        self.kept[name] = _Kept(child, ended, thread)
        thread.start()

    def _end(self, name: str) -> None:
        one = self.kept.pop(name)
        one.ended.set()
        one.thread.join(JOIN_S)
