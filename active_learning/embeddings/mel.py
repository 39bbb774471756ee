"""Power in bands of pitch over time, as networks of speech were trained on it."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from scipy.fft import rfft

__all__ = ["BANDS", "HOP", "RATE", "mel_power"]

RATE = 16_000
WINDOW, HOP = 400, 160
"""A fortieth and a hundredth of a second."""
BANDS = 40
LINEAR_HZ, LINEAR_STEP_HZ = 1_000.0, 200.0 / 3
"""Slaney's scale of pitch is even in hertz up to the first, in octaves above."""
LOG_STEP = float(np.log(6.4) / 27)
BATCH = 6_000
"""Frames, a minute of sound, that are held at once."""

Floats = NDArray[np.float32]


def mel_power(samples: Floats) -> Floats:
    """Return the power in each band, (frames, 40), for samples (n,) at 16 kHz.

    A frame stands at every hundredth of a second, its window around it.

    References
    ----------
    Slaney (1998), "Auditory Toolbox", Interval Research; the filters are of equal area.
    """
    around = np.pad(samples, WINDOW // 2)
    if len(around) < WINDOW:
        return np.zeros((0, BANDS), np.float32)
    window = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
    frames = sliding_window_view(around, WINDOW)[::HOP]
    bank = _bank()
    parts = [
        np.square(np.abs(rfft(frames[at : at + BATCH] * window, axis=1))) @ bank
        for at in range(0, len(frames), BATCH)
    ]
    return np.concatenate(parts).astype(np.float32)


@cache
def _bank() -> Floats:
    """Triangles of equal area, (frequencies, bands)."""
    edges = _hertz(np.linspace(0.0, float(_pitch(RATE / 2)), BANDS + 2))
    at = np.fft.rfftfreq(WINDOW, 1 / RATE)[:, None]
    rising = (at - edges[:-2]) / np.diff(edges)[:-1]
    falling = (edges[2:] - at) / np.diff(edges)[1:]
    heights = 2.0 / (edges[2:] - edges[:-2])
    bank: Floats = (np.clip(np.minimum(rising, falling), 0, None) * heights).astype(np.float32)
    return bank


def _pitch(hertz: float) -> float:
    return LINEAR_HZ / LINEAR_STEP_HZ + float(np.log(hertz / LINEAR_HZ)) / LOG_STEP


def _hertz(pitch: NDArray[np.float64]) -> NDArray[np.float64]:
    bend = LINEAR_HZ / LINEAR_STEP_HZ
    above = LINEAR_HZ * np.exp(LOG_STEP * (pitch - bend))
    found: NDArray[np.float64] = np.where(pitch < bend, pitch * LINEAR_STEP_HZ, above)
    return found
