"""What reading a foreign or native label configuration gives."""

from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Dropped", "Losses", "ReadResult", "Source"]

Source = Literal["penumbra", "label_studio", "cvat"]

MAX_DROPPED = 500


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that could not be carried over, and why."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A sound ontology document, where it came from, and what got lost on the way."""

    document: dict[str, Any]
    source: Source
    dropped: tuple[Dropped, ...] = ()


@dataclass(slots=True)
class Losses:
    """Collects what is dropped, each once, and not without end."""

    found: dict[tuple[str, str], Dropped] = field(default_factory=dict)

    def add(self, what: str, why: str) -> None:
        """Note one loss."""
        if len(self.found) < MAX_DROPPED:
            self.found.setdefault((what, why), Dropped(what[:200], why))

    def as_tuple(self) -> tuple[Dropped, ...]:
        """Everything noted."""
        return tuple(self.found.values())
