"""Series of measurements as numbers on a clock, and their vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.encoder import Vectors, unit_rows
from labeling.media.timeseries.clock import seconds_of

__all__ = ["CHANNELS", "SeriesEncoder", "TimedValues", "timed_values"]

CHANNELS = 4
"""Channels that are read; further ones are left out."""
POINTS = 512
BANDS = 16
STATISTICS = 12
LAGS = (1, 2, 4, 8, 16, 32)


@dataclass(frozen=True)
class TimedValues:
    """A series.

    Attributes
    ----------
    seconds : float64 array of shape (T,), from its first sample
    values : float32 array of shape (C, T), NaN where nothing was measured
    """

    seconds: NDArray[np.float64]
    values: NDArray[np.float32]

    def to_json(self) -> dict[str, Any]:
        """Return the form that goes to the serving process."""
        known = self.values.astype(object)
        known[~np.isfinite(self.values)] = None
        return {"seconds": self.seconds.tolist(), "values": known.tolist()}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> TimedValues:
        """Read what `to_json` gave; ValueError where it is nothing of the kind."""
        try:
            values = np.array(value["values"], dtype=np.float32)
            seconds = np.array(value["seconds"], dtype=np.float64)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"this is no series: {error}") from error
        if values.ndim != 2 or values.shape[1:] != seconds.shape:
            raise ValueError(f"a series of shape {values.shape} on {seconds.shape} seconds")
        return cls(seconds, values)

    def filled(self) -> NDArray[np.float32]:
        """Return the first `CHANNELS` channels without gaps: what is missing is interpolated."""
        rows = [self._filled(row) for row in self.values[:CHANNELS]]
        return np.vstack(rows) if rows else np.zeros((0, len(self.seconds)), np.float32)

    def _filled(self, row: NDArray[np.float32]) -> NDArray[np.float32]:
        known = np.isfinite(row)
        if not known.any():
            return np.zeros_like(row)
        found: NDArray[np.float32] = np.interp(
            self.seconds, self.seconds[known], row[known]
        ).astype(np.float32)
        return found


class SeriesEncoder:
    """Encoder of whole series: level, shape, rhythm of each channel; see `Encoder`."""

    id = "series-1"
    dimensions = CHANNELS * (STATISTICS + len(LAGS) + BANDS)

    def encode(self, values: Sequence[TimedValues]) -> Vectors:
        """Return unit vectors of shape (len(values), dimensions)."""
        rows = np.zeros((len(values), CHANNELS, self.dimensions // CHANNELS), np.float32)
        for row, value in zip(rows, values, strict=True):
            for slot, channel in zip(row, value.filled(), strict=False):
                slot[:] = _facts(channel) if len(channel) else 0.0
        return unit_rows(rows.reshape(len(values), -1))


def _facts(channel: NDArray[np.float32]) -> Vectors:
    """Return level on a signed logarithm, quantiles of the shape, autocorrelation, spectrum."""
    points = np.interp(np.linspace(0, len(channel) - 1, POINTS), np.arange(len(channel)), channel)
    centre, spread = float(points.mean()), float(points.std())
    shape = (points - centre) / max(spread, 1e-9)
    levels = [np.sign(x) * np.log1p(abs(x)) / 10.0 for x in (centre, spread, np.ptp(points))]
    quantiles = np.quantile(shape, [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]) / 3.0
    ends = [float(shape[-POINTS // 8 :].mean() - shape[: POINTS // 8].mean()) / 3.0]
    steps = [float(np.abs(np.diff(shape)).mean())]
    lags = [float((shape[lag:] * shape[:-lag]).mean()) for lag in LAGS]
    power = np.abs(np.fft.rfft(shape * np.hanning(POINTS))[1:]) ** 2
    edges = np.unique(np.geomspace(1, len(power), BANDS + 1).round().astype(int))
    bands = np.add.reduceat(power, edges[:-1] - 1)
    shares = np.sqrt(np.pad(bands, (0, BANDS - len(bands))) / max(float(bands.sum()), 1e-9))
    return np.array([*levels, *quantiles, *ends, *steps, *lags, *shares], dtype=np.float32)


def timed_values(value: Any) -> TimedValues | None:
    """Return a series that stands in the task, `{"time"?, "channels"}`."""
    channels = value.get("channels") if isinstance(value, Mapping) else None
    if not isinstance(channels, Mapping) or not channels:
        return None
    rows = np.array(list(channels.values()), dtype=np.float32)  # null becomes NaN
    return TimedValues(_seconds(value.get("time"), rows.shape[1]), rows)


def _seconds(time: Any, count: int) -> NDArray[np.float64]:
    if not isinstance(time, list):
        return np.arange(count, dtype=np.float64)
    stamps = [seconds_of(item) if isinstance(item, str) else item for item in time]
    seconds = np.array(stamps, dtype=np.float64)
    # Numbers as large as milliseconds since 1970 are those, as regions on the series count them.
    scale = 0.001 if len(seconds) and np.abs(seconds[[0, -1]]).min() > 1e11 else 1.0
    seconds -= seconds[0]
    seconds *= scale
    return seconds
