"""Which format an upload is in: every importer says how sure it is."""

from dataclasses import dataclass

from labeling.formats.base import Source
from labeling.formats.catalog import IMPORTERS

__all__ = ["Guess", "rank_formats"]

LEAST = 0.05


@dataclass(frozen=True, slots=True)
class Guess:
    """A format and how surely the upload is in it, 0 to 1."""

    id: str
    name: str
    confidence: float


def rank_formats(source: Source) -> list[Guess]:
    """Return the possible formats, the surest first; of equals the earlier in the catalog."""
    guesses = [Guess(key, item.name, item.sniff(source)) for key, item in IMPORTERS.items()]
    possible = [guess for guess in guesses if guess.confidence >= LEAST]
    return sorted(possible, key=lambda guess: -guess.confidence)
