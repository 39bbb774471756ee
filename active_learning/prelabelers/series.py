"""A series as pre-labelers read it, whichever way the task holds it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.series import TimedValues, timed_values
from active_learning.prelabelers.base import Medium, PrelabelerFault
from labeling.media.probe import MediaError
from labeling.media.timeseries.reading import read_series

__all__ = ["MOST_SAMPLES", "ends_of", "series_of"]

MOST_SAMPLES = 2_000_000


def series_of(medium: Medium) -> TimedValues:
    """Return the series; raise `PrelabelerFault` where there is none, or too much of it."""
    if medium.path is None:
        found = timed_values(medium.value)
    else:
        try:
            read = read_series(medium.path)
        except MediaError as error:
            raise PrelabelerFault("unreadable", error.detail) from error
        found = TimedValues(read.seconds, read.values)
    if found is None or not len(found.seconds):
        raise PrelabelerFault("unreadable", "There is no series.")
    if found.values.size > MOST_SAMPLES:
        raise PrelabelerFault("too_long", f"The series has more than {MOST_SAMPLES:,} values.")
    return found


def ends_of(seconds: NDArray[np.float64], first: int, after: int) -> dict[str, float] | None:
    """Return samples [first, after) as a range; None where it would have no length."""
    start = float(seconds[first])
    end = float(seconds[min(after, len(seconds) - 1)])
    if end <= start and first > 0:
        start = float(seconds[first - 1])
    return {"start": round(start, 6), "end": round(end, 6)} if end > start else None
