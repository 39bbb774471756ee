"""The spectrogram of the mix of all channels, as a pyramid of columns of 256 bytes.

A byte is a level in decibels of full scale: 0 is -`RANGE_DB` or less, 255 is 0 dB. Columns stand
`hop_s` apart at level 0; a column of the next level is the loudest of `FACTOR` of this one.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from scipy.fft import rfft

from labeling.media.audio.reading import Samples
from labeling.media.levels import LevelWriter

__all__ = ["FACTOR", "RANGE_DB", "ROWS", "TILE", "hop_of", "on_scale", "write_spectrum"]

ROWS = 256
FACTOR = 4
TILE = 512
RANGE_DB = 102.0
WINDOW_S = 0.025
HOPS = ((120.0, 0.0025), (900.0, 0.005), (1800.0, 0.01), (float("inf"), 0.02))
"""Up to so many seconds, columns this far apart: short recordings are looked at closely."""
HZ_PER_MEL_UNIT = 700.0

Columns = NDArray[np.uint8]


def hop_of(duration: float, rate: int) -> int:
    """Samples from one column to the next."""
    return max(1, round(next(hop for up_to, hop in HOPS if duration <= up_to) * rate))


def write_spectrum(chunks: Iterator[Samples], rate: int, duration: float, out: Path) -> None:
    """Write level 0 as the sound streams by, then the coarser levels."""
    hop, size = hop_of(duration, rate), _size(rate)
    window = np.hanning(size).astype(np.float32)
    window *= 2.0 / window.sum()
    waiting = np.zeros(size // 2, np.float32)  # a column stands in the middle of its window
    found: list[Columns] = []
    with LevelWriter(out, ROWS) as writer:
        writer.begin()
        for chunk in _ended(chunks, size - size // 2):
            waiting = np.concatenate([waiting, chunk])
            count = max(0, (len(waiting) - size) // hop + 1)
            if count:
                frames = sliding_window_view(waiting, size)[: count * hop : hop]
                found.append(_decibels(np.abs(rfft(frames * window, axis=1))))
                writer.append(found[-1].tobytes())
                waiting = waiting[count * hop :]
        level = np.concatenate(found)
        while len(level) > TILE:
            level = np.maximum.reduceat(level, np.arange(0, len(level), FACTOR), axis=0)
            writer.begin()
            writer.append(level.tobytes())


def on_scale(tile: bytes, scale: str, rate: int) -> bytes:
    """Return the columns of a tile with their rows on a scale of frequency, the lowest first."""
    if scale == "linear":
        return tile
    return _on_mel(np.frombuffer(tile, np.uint8).reshape(-1, ROWS), rate).tobytes()


def _ended(chunks: Iterator[Samples], silence: int) -> Iterator[NDArray[np.float32]]:
    """Yield the mix of all channels, and silence so that the end has its columns."""
    for chunk in chunks:
        yield chunk.mean(axis=0)
    yield np.zeros(silence, np.float32)


def _size(rate: int) -> int:
    """Samples in a window: a power of two near `WINDOW_S`, with at least `ROWS` frequencies."""
    return max(2 * ROWS, 1 << round(float(np.log2(rate * WINDOW_S))))


def _decibels(magnitudes: NDArray[np.float32]) -> Columns:
    joined = magnitudes.shape[1] // ROWS
    loudest = magnitudes[:, : joined * ROWS].reshape(-1, ROWS, joined).max(axis=2)
    decibels = 20 * np.log10(np.maximum(loudest, 1e-7))
    levels: Columns = np.clip(np.rint((decibels / RANGE_DB + 1) * 255), 0, 255).astype(np.uint8)
    return levels


def _on_mel(columns: Columns, rate: int) -> Columns:
    """Rows at even steps of pitch as heard (mel), by interpolation between frequencies."""
    top = np.log1p(rate / 2 / HZ_PER_MEL_UNIT)
    hertz = np.expm1(np.linspace(0, top, ROWS)) * HZ_PER_MEL_UNIT
    at = np.clip(hertz / (rate / 2) * ROWS - 0.5, 0, ROWS - 1)
    low = np.floor(at).astype(int)
    high = np.minimum(low + 1, ROWS - 1)
    part = (at - low).astype(np.float32)
    mixed = columns[:, low] * (1 - part) + columns[:, high] * part
    levels: Columns = np.rint(mixed).astype(np.uint8)
    return levels
