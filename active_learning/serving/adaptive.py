"""Batches as large as a latency target allows, by what batches were seen to cost.

A batch of n items is taken to cost ``start + n * each`` seconds. Where ``start`` is large (a
graphics card, a remote model) batches grow; where every item costs the same alone (an int8 encoder
on one thread) they shrink to what keeps the target, and nobody waits for company that saves
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from active_learning.serving.policy import QueueFull

__all__ = ["AdaptivePolicy", "BatchCost"]

OUTLIER = 8.0
"""A batch that took so many times what was expected counts as that many: a model that opens, or a
machine that stalls, is no reason to turn callers away."""


class BatchCost:
    """Exponentially weighted least squares of seconds on the number of items.

    Parameters
    ----------
    memory : what a batch's weight shrinks by with each later one
    first_guess_s : seconds an item, until two sizes were seen
    """

    def __init__(self, *, memory: float = 0.98, first_guess_s: float = 0.005) -> None:
        self._memory = memory
        self._guess_s = first_guess_s
        self._weight = self._n = self._s = self._nn = self._ns = 0.0

    def note(self, items: int, seconds: float) -> None:
        """Learn from one batch."""
        if items < 1:
            return
        seconds = min(seconds, OUTLIER * (self.start_s + items * (self.each_s or seconds)))
        keep = self._memory
        self._weight = keep * self._weight + 1.0
        self._n = keep * self._n + items
        self._s = keep * self._s + seconds
        self._nn = keep * self._nn + items * items
        self._ns = keep * self._ns + items * seconds

    @property
    def each_s(self) -> float:
        """Seconds that one more item adds."""
        if not self._weight:
            return self._guess_s
        spread = self._weight * self._nn - self._n**2
        if spread <= 1e-9 * self._nn * self._weight:  # one size only: all of it is the items'
            return self._s / self._n
        slope = (self._weight * self._ns - self._n * self._s) / spread
        return min(max(slope, 0.0), self._s / self._n)

    @property
    def start_s(self) -> float:
        """Seconds that a batch costs before its first item."""
        if not self._weight:
            return 0.0
        return max(0.0, (self._s - self.each_s * self._n) / self._weight)


@dataclass
class AdaptivePolicy:
    """A `Batching` policy towards a latency target.

    Attributes
    ----------
    target_ms : what a call should take from its arrival to its answer
    largest : items that leave together at most
    max_wait_ms : how long the first item waits for company at most
    max_queue : items that may wait at most, however quick they are
    longest_s : who waited longer before it came here is refused
    patience : callers beyond the next batch are refused who would wait more than so many targets
    """

    target_ms: float = 50.0
    largest: int = 32
    max_wait_ms: float = 2.0
    max_queue: int = 512
    longest_s: float = 2.0
    patience: float = 20.0
    cost: BatchCost = field(default_factory=BatchCost)

    def __post_init__(self) -> None:
        if min(self.target_ms, self.largest, self.max_queue, self.patience) <= 0:
            raise ValueError(f"impossible limits: {self}")

    def admit(self, waiting: int, waited_s: float = 0.0) -> None:
        """Refuse a caller whose turn would come too late, and say when to come back.

        Most queues form before this one, in the web process: a call that spent its patience there
        is refused before it costs a model's time, so that the others catch up. Who comes back
        meets a queue as long as the one that was waited in, unless it stays away as long.
        """
        drain_s = waiting * self._share_s
        if waited_s > self.longest_s:
            raise QueueFull(f"the call waited {waited_s:.1f} s already", max(drain_s, waited_s))
        is_late = waiting >= self.largest and drain_s > self.patience * self.target_ms / 1000
        if waiting >= self.max_queue or is_late:
            raise QueueFull(f"{waiting} requests are waiting", max(drain_s, 0.1))

    def size(self, oldest: float, now: float) -> int:
        """Return the largest batch that still answers its first item in time."""
        left_s = self.target_ms / 1000 - (now - oldest) - self.cost.start_s
        each_s = self.cost.each_s
        if left_s <= 0:
            # Too late for the target: drain the queue at the pace that is best for all.
            return self.largest if self.cost.start_s > each_s else 1
        return max(1, min(self.largest, int(left_s / each_s) if each_s else self.largest))

    def wait_s(self, waiting: int, oldest: float, now: float) -> float:
        """Wait no longer than company saves: what a batch costs before its first item."""
        if waiting >= self.size(oldest, now):
            return 0.0
        return max(0.0, oldest + min(self.max_wait_ms / 1000, self.cost.start_s) - now)

    def note(self, items: int, seconds: float) -> None:
        """Learn what a batch cost."""
        self.cost.note(items, seconds)

    @property
    def _share_s(self) -> float:
        return self.cost.each_s + self.cost.start_s / self.largest
