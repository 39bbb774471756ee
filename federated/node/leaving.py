"""The one door: whatever leaves a site passes here, is weighed, booked, or held back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol

from federated.privacy.budget import NoisyTraining
from federated.wire.asking import Ask, Refusal
from federated.wire.content import Content, pack

__all__ = ["ONCE", "Book", "Door", "Held", "NotBooked", "Outgoing"]

ONCE = frozenset({"update", "sum.advertise", "sum.mask", "adopt"})
"""What a site does once a round, and never for a round before: a question that comes again is a
replay, or asks for a second view of the same labels."""


class Held(Exception):
    """The site's data officer, or its budget, keeps the message at home."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class NotBooked(Exception):
    """The ledger could not take the line (a full disk), so nothing left, not even a refusal."""


@dataclass(frozen=True)
class Outgoing:
    """What is about to leave, as the ledger takes it down.

    Attributes
    ----------
    ask : Ask
        What it answers.
    size_bytes : int
    content_sha256 : str
        Of the bytes that travel.
    epsilon : float
        What it adds to what the site has spent.
    training : NoisyTraining, optional
        How noisy the training was that it tells of.
    """

    ask: Ask
    size_bytes: int
    content_sha256: str
    epsilon: float
    training: NoisyTraining | None


class Book(Protocol):
    """The outbound ledger, where the site keeps it."""

    def admit(self, ask: Ask) -> None:
        """Raise `Held` where nothing is answered now, or this was answered already."""

    def price(self, training: NoisyTraining) -> float:
        """Return what this training adds to what the site has spent."""

    def may_leave(self, ask: Ask, *, epsilon: float) -> None:
        """Raise `Held` where the connection is paused or the budget would be overdrawn."""

    def enter(self, outgoing: Outgoing) -> None:
        """Append a line; it is on disk when this returns."""


@dataclass(frozen=True)
class Door:
    """Books first and sends after: a message that left is always in the ledger."""

    book: Book

    def admit(self, ask: Ask) -> None:
        """Let a question in, before anything is computed for it.

        Raises
        ------
        Held
            The site does not answer it.
        """
        self.book.admit(ask)

    def leave(self, ask: Ask, content: Content, *, cost: NoisyTraining | float = 0.0) -> bytes:
        """Return the bytes that may travel.

        Parameters
        ----------
        cost : NoisyTraining or float
            How noisy the training was, or what a noisy statistic adds to epsilon.

        Raises
        ------
        Held
            Nothing was booked and nothing may travel.
        """
        training = cost if isinstance(cost, NoisyTraining) else None
        epsilon = self.book.price(cost) if isinstance(cost, NoisyTraining) else cost
        self.book.may_leave(ask, epsilon=epsilon)
        return self._booked(ask, content, epsilon, training)

    def refuse(self, ask: Ask, refusal: Refusal) -> bytes:
        """Return a refusal as bytes: it leaves as well, so it is booked; it needs no permit."""
        return self._booked(ask, {"refused": refusal.code, "detail": refusal.detail}, 0.0, None)

    def _booked(
        self, ask: Ask, content: Content, epsilon: float, training: NoisyTraining | None
    ) -> bytes:
        raw = pack(content)
        try:
            digest = hashlib.sha256(raw).hexdigest()
            self.book.enter(Outgoing(ask, len(raw), digest, epsilon, training))
        except Exception as error:
            raise NotBooked(str(error)) from error
        return raw
