"""Sounds and series cut into windows of time, each with what is heard or measured around it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.series import CHANNELS, TimedValues
from active_learning.embeddings.sounds import BANDS, Sound
from active_learning.learners.heads.parts import KeepsParts, Parts

__all__ = ["WindowReader"]

WINDOW_S = 0.05
"""Of sound; longer where there would be more than `MOST_WINDOWS`."""
MOST_WINDOWS = 2_000
SCALES = (1, 4, 16)
"""Around a window so many windows are summed up."""
SOUND_SCALE, SERIES_SCALE = 0.35, 0.4
"""Bring rows to about unit length, for which the head's penalty is set."""


class WindowReader(KeepsParts):
    """Cuts values of fields on an axis of time; see `KeptReader`."""

    def __init__(self, encoders: Encoders, field_type: str) -> None:
        del encoders  # windows are statistics, of which no network knows
        self.field_type = field_type

    @property
    def id(self) -> str:
        """Sounds and series are cut in ways of their own."""
        return f"windows-1:{self.field_type}"

    @property
    def form(self) -> str:
        """The field's type."""
        return self.field_type

    def read(self, values: Sequence[Sound | TimedValues | None]) -> list[Parts]:
        """Return the windows of each recording."""
        return [self._read(value) for value in values]

    def _read(self, value: Sound | TimedValues | None) -> Parts:
        if isinstance(value, Sound) and len(value.levels):
            return _windows_of_sound(value)
        if isinstance(value, TimedValues) and len(value.seconds) > 1:
            return _windows_of_series(value)
        width = self._width
        return Parts(np.zeros((0, width), np.float32), np.zeros((0, 2)), np.zeros(1))

    @property
    def _width(self) -> int:
        return 6 * BANDS + 2 if self.field_type == "audio" else CHANNELS * 5 * len(SCALES)


def _windows_of_sound(sound: Sound) -> Parts:
    width = max(WINDOW_S, sound.duration / MOST_WINDOWS)
    count = max(1, int(np.ceil(sound.duration / width - 1e-9)))
    starts = (np.arange(count) * width / sound.hop_s).astype(int)
    levels = sound.levels.astype(np.float32) / 255.0
    near = _means(levels, starts)
    usual = levels.mean(axis=0)
    # What a microphone adds to all of a recording tells nothing of its moments.
    apart = near - usual
    rows = np.hstack(
        [
            apart,
            _around(apart, 2),
            _around(apart, 10),
            apart - _shifted(apart, 2),
            _shifted(apart, -2) - apart,
            near - near.mean(axis=1, keepdims=True),
            near.mean(axis=1, keepdims=True) * BANDS**0.5,
            apart.mean(axis=1, keepdims=True) * BANDS**0.5,
        ]
    )
    edges = np.minimum(np.arange(count + 1) * width, sound.duration)
    places = np.column_stack([edges[:-1], edges[1:]])
    return Parts((rows * SOUND_SCALE).astype(np.float32), places, np.array([sound.duration]))


def _windows_of_series(series: TimedValues) -> Parts:
    filled = series.filled().astype(np.float64)
    middle = np.median(filled, axis=1, keepdims=True)
    spread = np.quantile(filled, 0.95, axis=1) - np.quantile(filled, 0.05, axis=1)
    shape = np.clip((filled - middle) / np.maximum(spread, 1e-9)[:, None], -8.0, 8.0)
    count = min(len(series.seconds), MOST_WINDOWS)
    starts = np.linspace(0, len(series.seconds), count, endpoint=False).astype(int)
    rows = np.zeros((count, CHANNELS, 5 * len(SCALES)), np.float32)
    for slot, channel in enumerate(shape):
        rows[:, slot] = _statistics(channel, starts)
    edges = np.append(series.seconds[starts], series.seconds[-1])
    places = np.column_stack([edges[:-1], edges[1:]])
    features = rows.reshape(count, -1) * SERIES_SCALE
    return Parts(features, places, np.array([float(series.seconds[-1])]))


def _statistics(channel: NDArray[np.float64], starts: NDArray[np.intp]) -> Vectors:
    """Return level, unrest, slope, ends of each window at every scale."""
    mean = _means(channel[:, None], starts)
    square = _means(channel[:, None] ** 2, starts)
    step = _means(np.abs(np.diff(channel, append=channel[-1:]))[:, None], starts)
    columns: list[NDArray[np.floating]] = []
    for scale in SCALES:
        level, power = _around(mean, scale), _around(square, scale)
        before, after = _shifted(level, scale), _shifted(level, -scale)
        unrest = np.sqrt(np.maximum(power - level**2, 0.0))
        columns += [level, unrest, _around(step, scale), after - before, mean - level]
    return np.hstack(columns).astype(np.float32)


def _means(rows: NDArray[np.floating], starts: NDArray[np.intp]) -> NDArray[np.floating]:
    """Average rows from each start to the next; starts that coincide share theirs."""
    starts = np.minimum(starts, len(rows) - 1)
    ends = np.maximum(np.append(starts[1:], len(rows)), starts + 1)
    sums = np.vstack([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0, dtype=np.float64)])
    found: NDArray[np.floating] = (sums[ends] - sums[starts]) / (ends - starts)[:, None]
    return found


def _around(rows: NDArray[np.floating], reach: int) -> NDArray[np.floating]:
    """Average each row with those up to `reach` away."""
    at = np.arange(len(rows))
    low, high = np.maximum(at - reach, 0), np.minimum(at + reach + 1, len(rows))
    sums = np.vstack([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0)])
    found: NDArray[np.floating] = (sums[high] - sums[low]) / (high - low)[:, None]
    return found


def _shifted(rows: NDArray[np.floating], by: int) -> NDArray[np.floating]:
    """Return, for each row, the one `by` before it, the first or last beyond the ends."""
    return rows[np.clip(np.arange(len(rows)) - by, 0, len(rows) - 1)]
