"""Reads a column of times: ISO stamps with their zone, seconds or milliseconds since 1970."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

__all__ = ["Clock", "clock_of", "seconds_of"]

NAMES = re.compile(r"(?i)^(?:time|times|timestamp|time ?stamp|date|datetime|date ?time|ts|t|epoch)")
_ZONE = re.compile(r"(?:Z|[+-]\d\d:?\d\d(?::\d\d)?)\Z")
LENGTHS = frozenset({16, 19, 23, 26})
"""Of stamps to the minute, second, millisecond and microsecond, without their zone."""
_UNITS = ((1e17, 1e-9), (1e14, 1e-6), (1e11, 1e-3), (1e8, 1.0))
"""Numbers from so large on are since 1970, in units of so many seconds."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a column of times is.

    Attributes
    ----------
    kind
        `iso`; `epoch`: numbers since 1970; `elapsed`: seconds since some start; `index`: none.
    unit_s
        Seconds in a unit of the file's numbers.
    zone
        As the first stamp says it, `Z` or `+01:00`; empty where stamps name none.
    """

    kind: str
    unit_s: float = 1.0
    zone: str = ""

    def read(self, cells: Sequence[str]) -> NDArray[np.float64]:
        """Return seconds, NaN for what is no time."""
        if self.kind == "iso":
            quick = self._quick(cells)
            if quick is not None:
                return quick
            found = (seconds_of(cell) for cell in cells)
            return np.array([np.nan if item is None else item for item in found])
        try:
            return np.array([float(cell) for cell in cells]) * self.unit_s
        except ValueError:
            return np.array([_number(cell) for cell in cells]) * self.unit_s

    def _quick(self, cells: Sequence[str]) -> NDArray[np.float64] | None:
        """Stamps of one zone, read all at once; None where they are of several, or odd."""
        if self.zone and not all(cell.endswith(self.zone) for cell in cells):
            return None
        size = len(self.zone)
        bare = [cell[:-size] for cell in cells] if size else cells
        if not all(len(cell) in LENGTHS for cell in bare):
            return None
        try:
            found = np.array(bare, "datetime64[us]").astype(np.int64) / 1e6
        except ValueError:
            return None
        first, wanted = float(found[0]), seconds_of(cells[0])
        # The zone is one for all: what it adds to the first it adds to each.
        return None if wanted is None else found + (wanted - first)


def clock_of(name: str, cells: Sequence[str]) -> Clock | None:
    """Return what a column is as a column of times, from its name and first cells; None if none."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    if not filled:
        return None
    if all(seconds_of(cell) is not None for cell in filled):
        zone = _ZONE.search(filled[0])
        return Clock("iso", zone=zone[0] if zone else "")
    numbers = np.array([_number(cell) for cell in filled])
    if not NAMES.match(name.strip()) or np.isnan(numbers).any():
        return None
    smallest = float(np.abs(numbers).min())
    unit = next((unit for least, unit in _UNITS if smallest >= least), None)
    return Clock("elapsed") if unit is None else Clock("epoch", unit)


def seconds_of(stamp: str) -> float | None:
    """Return the seconds since 1970 of an ISO stamp; one without a zone is read as UTC."""
    text = stamp.strip()
    if len(text) < 8 or not text[:4].isdigit():
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    if found.tzinfo is None:
        found = found.replace(tzinfo=UTC)
    return found.timestamp()


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return float("nan")
