"""Cuts a recording where it grows loud or its sound becomes another; tells what each is like.

References
----------
Foote (2000), "Automatic audio segmentation using a measure of audio novelty",
doi:10.1109/ICME.2000.869637; Davis & Mermelstein (1980), doi:10.1109/TASSP.1980.1163420.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct
from scipy.ndimage import maximum_filter1d, uniform_filter1d

from active_learning.embeddings.mel import BANDS, HOP, RATE, mel_power
from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.ranges import runs_of
from active_learning.prelabelers.sound import speech_samples

__all__ = ["EventProposer", "events_in", "open_prelabeler"]

MOST_S = 3_600.0
FRAME_S = HOP / RATE
STEADY_S = 10.0
"""What is heard for longer is the surroundings."""
QUIET_SHARE = 0.2
"""Of the moments around, by loudness: how loud the surroundings are."""
SILENT_DB = -65.0
HELD = 0.5
"""An event ends where it has sunk by so much of what made it one."""
LEAST_S = 0.04
AROUND_S = 0.25
NOVEL_DB = 6.0
"""By so much the bands differ before and after, whatever the loudness, where a new event begins."""
KNOCK_S = 0.2
TONAL = 0.25
"""Share of the power outside the loudest bands, up to which a sound has a pitch."""
COEFFICIENTS = 16

Floats = NDArray[np.float32]


class EventProposer:
    """See `base.Prelabeler`."""

    def __init__(self, louder_db: float, gap_s: float) -> None:
        self._louder_db = louder_db
        self._gap_s = gap_s

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return a range an event, in the order of time, each with what it sounds like."""
        bands = mel_power(speech_samples(medium, MOST_S))
        length = float(medium.facts.get("duration") or len(bands) * FRAME_S)
        loud = _decibels(bands.sum(axis=1))
        rise = loud - _surroundings(loud)
        found = []
        for first, after in events_in(bands, rise, self._louder_db, self._gap_s):
            start, end = first * FRAME_S, min(length, after * FRAME_S)
            if end > start:
                place = {"start": round(start, 3), "end": round(end, 3)}
                score = 1 - float(np.exp(-rise[first:after].max() / (2 * self._louder_db)))
                kind, features = _described(bands[first:after], rise[first:after])
                found.append(Proposal("range", kind, round(score, 3), place, features=features))
        return found


def events_in(
    bands: Floats, rise: Floats, louder_db: float, gap_s: float
) -> Iterator[tuple[int, int]]:
    """Yield the frames [first, after) of each event.

    Parameters
    ----------
    bands : ndarray, shape (T, 40)
        Power in bands of pitch, a hundredth of a second a row.
    rise : ndarray, shape (T,)
        Decibels above the surroundings.
    louder_db : float
        An event reaches so far above them.
    gap_s : float
        Shorter pauses part no event.
    """
    held = rise > HELD * louder_db
    least = max(1, round(LEAST_S / FRAME_S))
    for first, after in runs_of(held, round(gap_s / FRAME_S), least):
        if rise[first:after].max() >= louder_db:
            cuts = [first, *(first + cut for cut in _changes(bands[first:after])), after]
            yield from pairwise(cuts)


def _changes(bands: Floats) -> list[int]:
    """Frames at which what is heard becomes another sound."""
    wide = round(AROUND_S / FRAME_S)
    if len(bands) < 4 * wide:
        return []
    cepstra = _cepstra(bands)
    sums = np.cumsum(np.vstack([np.zeros((1, cepstra.shape[1])), cepstra]), axis=0)
    middle = np.arange(wide, len(bands) - wide + 1)
    before, after = sums[middle] - sums[middle - wide], sums[middle + wide] - sums[middle]
    novelty = np.linalg.norm(after - before, axis=1) / wide / BANDS**0.5
    highest = maximum_filter1d(novelty, 4 * wide + 1)
    peaks = np.flatnonzero((novelty >= NOVEL_DB) & (novelty == highest))
    return [int(middle[peak]) for peak in peaks if wide <= middle[peak] <= len(bands) - wide]


def _described(bands: Floats, rise: Floats) -> tuple[str, list[float]]:
    """What kind of sound it is, and the features by which a project's people name it."""
    power = bands.mean(axis=0)
    shares = np.sort(power / max(float(power.sum()), 1e-12))[::-1]
    spread = 1 - float(shares[:4].sum())
    seconds = len(bands) * FRAME_S
    kind = "tone" if spread <= TONAL else "knock" if seconds <= KNOCK_S else "noise"
    cepstra = _cepstra(bands)
    half = len(cepstra) // 2
    rising = float(rise.argmax()) / len(rise)
    told = [
        *(cepstra.mean(axis=0) / 12),
        *(cepstra.std(axis=0) / 12),
        *((cepstra[half:].mean(axis=0) - cepstra[: max(1, half)].mean(axis=0)) / 12),
        float(np.log(seconds)),
        2 * spread,
        2 * rising,
        float(_decibels(bands.sum(axis=1)).std()) / 6,
    ]
    return kind, [round(float(value), 3) for value in told]


def _cepstra(bands: Floats) -> Floats:
    """The shape of the spectrum, whatever its loudness, (T, 16), in decibels."""
    found: Floats = dct(_decibels(bands), axis=1, norm="ortho")[:, 1 : COEFFICIENTS + 1]
    return found


def _surroundings(loud: Floats) -> Floats:
    """How loud it is where nothing happens, moment by moment."""
    block = max(1, round(STEADY_S / FRAME_S / 10))
    count = max(1, len(loud) // block)
    parts = [part for part in np.array_split(loud, count) if len(part)]
    lows = np.array([np.quantile(part, QUIET_SHARE) for part in parts], np.float32)
    wide = np.array(
        [np.quantile(lows[max(0, i - 5) : i + 6], QUIET_SHARE) for i in range(len(lows))]
    )
    steady = np.repeat(wide, [len(part) for part in parts])
    # Of a clip that is nothing but its event, even the quiet moments are loud.
    floor = np.minimum(steady, loud.max(initial=SILENT_DB) - 20)
    smooth: Floats = uniform_filter1d(np.maximum(floor, SILENT_DB), block).astype(np.float32)
    return smooth


def _decibels(power: Floats) -> Floats:
    found: Floats = (10 * np.log10(power + 1e-9)).astype(np.float32)
    return found


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open nothing: it is arithmetic."""
    return EventProposer(float(options["louder_db"]), float(options["gap_s"]))
