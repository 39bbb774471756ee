"""Explicit registries: filled in `apps.ready` or at one list, never from strings in settings."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from labeling.kernel.errors import NotFound

T = TypeVar("T")


class Registry(Generic[T]):
    """Named things of one kind, in the order in which they were added."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._items: dict[str, T] = {}

    def add(self, key: str, item: T) -> T:
        """Register `item`; a second one under the same key is a programming error."""
        if key in self._items:
            raise ValueError(f"{self.kind} {key!r} is registered twice")
        self._items[key] = item
        return item

    def get(self, key: str) -> T:
        """Return the item, or say which ones exist."""
        try:
            return self._items[key]
        except KeyError:
            known = ", ".join(sorted(self._items))
            raise NotFound(f"There is no {self.kind} {key!r}. Known: {known}.") from None

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def items(self) -> Iterator[tuple[str, T]]:
        """Iterate over keys and items."""
        return iter(self._items.items())
