"""A bounded store that forgets what was not used for longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["Lru", "OverBudget"]

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class OverBudget(ValueError):
    """One entry alone is larger than everything that may be kept."""


class Lru(Generic[Key, Value]):
    """Entries that together cost at most ``budget``; reading one makes it young again.

    An entry costs 1 where nothing else is said, so that the budget is a number of entries;
    models are put with their bytes.
    """

    def __init__(self, budget: int) -> None:
        if budget < 1:
            raise ValueError("a cache needs room for one entry")
        self.budget = budget
        self.spent = 0
        self.evicted = 0
        self._entries: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """Return the entry, or None."""
        if key not in self._entries:
            return None
        self._entries.move_to_end(key)
        return self._entries[key][0]

    def put(self, key: Key, value: Value, cost: int = 1) -> None:
        """Keep the entry, forgetting the oldest where there is no room.

        Raises
        ------
        OverBudget
            When it would not fit into an empty store; nothing is forgotten then.
        """
        if cost > self.budget:
            raise OverBudget(f"it needs {cost:,} of {self.budget:,}")
        if key in self._entries:
            self.spent -= self._entries.pop(key)[1]
        self._entries[key] = (value, cost)
        self.spent += cost
        while self.spent > self.budget:
            _, (_, freed) = self._entries.popitem(last=False)
            self.spent -= freed
            self.evicted += 1

    def __len__(self) -> int:
        return len(self._entries)
