"""The one door: whatever leaves a site passes here, is weighed, booked, or held back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol

from federated.wire.asking import Ask, Refusal
from federated.wire.content import Content, pack

__all__ = ["Book", "Door", "Held"]


class Held(Exception):
    """The site's data officer, or its budget, keeps the message at home."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class Book(Protocol):
    """The outbound ledger, where the site keeps it."""

    def may_leave(self, ask: Ask, *, epsilon: float) -> None:
        """Raise `Held` where the connection is paused or the budget would be overdrawn."""

    def enter(self, ask: Ask, *, size_bytes: int, content_sha256: str, epsilon: float) -> None:
        """Append a line; it is on disk when this returns."""


@dataclass(frozen=True)
class Door:
    """Books first and sends after: a message that left is always in the ledger."""

    book: Book

    def leave(self, ask: Ask, content: Content, *, epsilon: float = 0.0) -> bytes:
        """Return the bytes that may travel.

        Raises
        ------
        Held
            Nothing was booked and nothing may travel.
        """
        self.book.may_leave(ask, epsilon=epsilon)
        return self._booked(ask, content, epsilon)

    def refuse(self, ask: Ask, refusal: Refusal) -> bytes:
        """Return a refusal as bytes: it leaves as well, so it is booked; it needs no permit."""
        return self._booked(ask, {"refused": refusal.code, "detail": refusal.detail}, 0.0)

    def _booked(self, ask: Ask, content: Content, epsilon: float) -> bytes:
        raw = pack(content)
        self.book.enter(
            ask,
            size_bytes=len(raw),
            content_sha256=hashlib.sha256(raw).hexdigest(),
            epsilon=epsilon,
        )
        return raw
