"""A series as a pyramid: for ever more samples their first time, and each channel's extremes."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from labeling.media.levels import LevelWriter, read_tile
from labeling.media.timeseries.reading import Series

__all__ = ["FACTOR", "TILE", "levels_of", "read_channel", "write_pyramid"]

FACTOR = 4
TILE = 4096
SMALLEST_LEVEL = 2048
ROWS = 1 << 18


def levels_of(samples: int) -> int:
    """Return the number of levels; the last has at most `SMALLEST_LEVEL` items."""
    count, levels = samples, 1
    while count > SMALLEST_LEVEL:
        count, levels = -(-count // FACTOR), levels + 1
    return levels


def _item(channels: int) -> np.dtype[np.void]:
    extremes = ("<f4", (channels,))
    return np.dtype([("time", "<f8"), ("low", *extremes), ("high", *extremes)])


def write_pyramid(series: Series, out: Path) -> None:
    """Write level 0, where lowest and highest are the value itself, and the coarser ones."""
    kind = _item(len(series.names))
    times, low, high = series.seconds, series.values, series.values
    with LevelWriter(out, kind.itemsize) as writer:
        writer.facts["channels"] = len(series.names)
        for level in range(levels_of(len(series.seconds))):
            if level:
                starts = np.arange(0, len(times), FACTOR)
                times = times[starts]
                # fmin and fmax leave out what is missing.
                low = np.fmin.reduceat(low, starts, axis=1)
                high = np.fmax.reduceat(high, starts, axis=1)
            writer.begin()
            for at in range(0, len(times), ROWS):
                rows = np.empty(len(times[at : at + ROWS]), kind)
                rows["time"] = times[at : at + ROWS]
                rows["low"] = low[:, at : at + ROWS].T
                rows["high"] = high[:, at : at + ROWS].T
                writer.append(rows.tobytes())


def read_channel(pyramid: Path, channels: int, channel: int, level: int, tile: int) -> bytes:
    """Return n times (float64), n lowest and n highest values (float32) of a tile."""
    rows = np.frombuffer(read_tile(pyramid, level, tile, TILE), _item(channels))
    parts: list[NDArray[np.generic]] = [rows["time"]]
    if channel < channels:
        parts += [rows["low"][:, channel], rows["high"][:, channel]]
    return b"".join(np.ascontiguousarray(part).tobytes() for part in parts)
