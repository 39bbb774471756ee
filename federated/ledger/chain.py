"""A chain of hashes over what left: no line can be changed, dropped or moved unseen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

__all__ = ["GENESIS", "Broken", "Departure", "check_chain", "digest_of"]

GENESIS = "0" * 64
"""What the first line follows."""


@dataclass(frozen=True)
class Departure:
    """One message that left the site.

    Attributes
    ----------
    number : int
        1, 2, 3, ... without a gap.
    at : str
        RFC 3339, UTC.
    run, round, kind : str, int, str
        Which federated run and round asked, and for what ("update", "statistics", ...).
    size_bytes, content_sha256 : int, str
        Of the message as it was sent.
    epsilon : float
        What of the privacy budget it cost; 0 where it carries nothing about people.
    """

    number: int
    at: str
    run: str
    round: int
    kind: str
    size_bytes: int
    content_sha256: str
    epsilon: float


@dataclass(frozen=True)
class Broken:
    """Where a chain does not hold, and how it shows."""

    number: int
    why: str


def digest_of(departure: Departure, previous: str) -> str:
    """Return the hash of a line that follows one of hash ``previous``, 64 hex digits."""
    content = json.dumps(asdict(departure), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{previous}\n{content}".encode()).hexdigest()


def check_chain(
    lines: Iterable[tuple[Departure, str]], *, previous: str = GENESIS
) -> Broken | None:
    """Return the first (departure, stored hash) that does not follow, or None where all do."""
    expected = 1
    for departure, stored in lines:
        if departure.number != expected:
            return Broken(expected, "missing")
        if digest_of(departure, previous) != stored:
            return Broken(departure.number, "changed")
        previous, expected = stored, expected + 1
    return None
