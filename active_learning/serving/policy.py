"""When a micro-batch leaves, and which of its callers can still get the full model in time.

Policy only: no tasks, no locks, no clock. `batcher` is the mechanism, `adaptive` the policy that
learns what a batch costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["BatchPolicy", "Batching", "Pace", "QueueFull"]


class QueueFull(Exception):
    """More callers wait than could be answered in time; try again after `retry_after_s`."""

    def __init__(self, detail: str, retry_after_s: float = 1.0) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s


class Batching(Protocol):
    """What the mechanism asks a policy."""

    def admit(self, waiting: int, waited_s: float = 0.0) -> None:
        """Refuse one more caller, who waited so long before, by `QueueFull`; or do nothing."""

    def size(self, oldest: float, now: float) -> int:
        """Return how many items leave together, given when the first of them came."""

    def wait_s(self, waiting: int, oldest: float, now: float) -> float:
        """Return how long the batch should still wait: 0 when it should leave now."""

    def note(self, items: int, seconds: float) -> None:
        """Learn that a batch took so long."""


@dataclass(frozen=True)
class BatchPolicy:
    """Limits of batches and of the queue.

    Attributes
    ----------
    max_batch_size : items that leave together
    max_wait_ms : how long the first item waits for company
    max_queue : items that may wait; one more is refused at once
    """

    max_batch_size: int = 8
    max_wait_ms: float = 2.0
    max_queue: int = 512

    def __post_init__(self) -> None:
        if self.max_batch_size < 1 or self.max_queue < 1 or self.max_wait_ms < 0:
            raise ValueError(f"impossible limits: {self}")

    def admit(self, waiting: int, waited_s: float = 0.0) -> None:
        """Refuse a caller when the queue is full."""
        if waiting >= self.max_queue:
            raise QueueFull(f"{waiting} requests are waiting")

    def size(self, oldest: float, now: float) -> int:
        """Return the largest batch, whatever waits."""
        return self.max_batch_size

    def note(self, items: int, seconds: float) -> None:
        """Learn nothing: the limits are given."""

    def wait_s(self, waiting: int, oldest: float, now: float) -> float:
        """Return how long the batch should still wait: 0 when it should leave now."""
        if waiting >= self.max_batch_size:
            return 0.0
        return max(0.0, oldest + self.max_wait_ms / 1000.0 - now)


class Pace:
    """How long one item takes the full model, as an exponentially weighted mean."""

    def __init__(self, *, first_guess_s: float = 0.005, memory: float = 0.9) -> None:
        self.seconds = first_guess_s
        self.memory = memory

    def note(self, items: int, seconds: float) -> None:
        """Learn from ``items`` that took ``seconds`` together."""
        if items:
            self.seconds += (1.0 - self.memory) * (seconds / items - self.seconds)

    def in_time(self, arrivals: Sequence[float], now: float, deadline_s: float) -> list[bool]:
        """Return which items the full model answers within ``deadline_s`` of their arrival.

        Items are worked on in their order; one that goes to the fast model takes no time.
        """
        spent = 0.0
        chosen = []
        for arrival in arrivals:
            fits = (now - arrival) + spent + self.seconds <= deadline_s
            spent += self.seconds if fits else 0.0
            chosen.append(fits)
        return chosen
