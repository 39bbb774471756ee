"""Which fields are embedded: a value that the web process may hold without any encoder."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Field"]


@dataclass(frozen=True)
class Field:
    """One field of a task that is embedded."""

    name: str
    type: str
