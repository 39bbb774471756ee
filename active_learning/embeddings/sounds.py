"""Sounds as loudness in bands of pitch over time, and their vectors: no network is needed."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct

from active_learning.embeddings.encoder import Vectors, unit_rows

__all__ = ["BANDS", "Sound", "SoundEncoder", "bands_of"]

BANDS = 40
SEGMENTS = 8
COEFFICIENTS = 20
SILENT_SHARE = 0.35
"""Of the way from the quietest to the loudest moment: below, nothing happens."""


@dataclass(frozen=True)
class Sound:
    """A recording.

    Attributes
    ----------
    levels : uint8 array of shape (T, BANDS)
        0 is silence, 255 full scale, on a scale of decibels; the lowest pitch first.
    hop_s : seconds from a row to the next
    """

    levels: NDArray[np.uint8]
    hop_s: float

    @property
    def duration(self) -> float:
        """Seconds."""
        return len(self.levels) * self.hop_s

    def to_json(self) -> dict[str, Any]:
        """Return the form that goes to the serving process."""
        return {"levels": base64.b64encode(self.levels.tobytes()).decode(), "hop_s": self.hop_s}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Sound:
        """Read what `to_json` gave; ValueError where it is nothing of the kind."""
        try:
            raw = np.frombuffer(base64.b64decode(value["levels"], validate=True), np.uint8)
            return cls(raw.reshape(-1, BANDS), float(value["hop_s"]))
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"this is no sound: {error}") from error


def bands_of(columns: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return (T, BANDS) from columns of a mel spectrogram, (T, rows): the mean of near rows."""
    edges = np.linspace(0, columns.shape[1], BANDS + 1).round().astype(int)
    sums = np.add.reduceat(columns.astype(np.float32), edges[:-1], axis=1)
    found: NDArray[np.uint8] = np.rint(sums / np.diff(edges)).astype(np.uint8)
    return found


class SoundEncoder:
    """Encoder of whole recordings: the course of the spectrum, and its statistics; see `Encoder`.

    References
    ----------
    Davis & Mermelstein (1980), "Comparison of parametric representations for monosyllabic word
    recognition", https://doi.org/10.1109/TASSP.1980.1163420 (the cepstrum on a mel scale).
    """

    id = "sound-course-1"
    dimensions = (SEGMENTS + 4) * COEFFICIENTS + 2 * BANDS

    def encode(self, values: Sequence[Sound]) -> Vectors:
        """Return vectors of shape (len(values), dimensions), three parts of unit length."""
        rows = [_vector(value.levels) for value in values]
        return np.vstack(rows) if rows else np.zeros((0, self.dimensions), np.float32)


def _vector(levels: NDArray[np.uint8]) -> Vectors:
    if len(levels) == 0:
        return np.zeros((1, SoundEncoder.dimensions), np.float32)
    sounding = _sounding(levels).astype(np.float32) / 255.0
    # Loudness depends on the microphone: the first coefficient keeps only its course.
    cepstra = dct(sounding, axis=1, norm="ortho")[:, :COEFFICIENTS]
    cepstra[:, 0] -= cepstra[:, 0].mean()
    segments = np.array_split(_stretched(cepstra), SEGMENTS)
    course = np.vstack([part.mean(axis=0) for part in segments])
    steps = np.diff(cepstra, axis=0) if len(cepstra) > 1 else np.zeros_like(cepstra)
    spread = np.vstack([cepstra.mean(0), cepstra.std(0), np.abs(steps).mean(0), steps.std(0)])
    shares = np.hstack([levels.mean(axis=0), levels.std(axis=0)])
    parts = [course.reshape(1, -1), spread.reshape(1, -1), shares.reshape(1, -1)]
    return np.hstack([unit_rows(part.astype(np.float32)) for part in parts])


def _sounding(levels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the recording without the silence at its ends."""
    loudness = levels.mean(axis=1)
    low, high = float(loudness.min()), float(loudness.max())
    loud = np.flatnonzero(loudness >= low + SILENT_SHARE * (high - low))
    return levels[loud[0] : loud[-1] + 1] if len(loud) else levels


def _stretched(rows: NDArray[np.floating]) -> NDArray[np.floating]:
    """Repeat rows where there are fewer than segments."""
    return rows if len(rows) >= SEGMENTS else np.repeat(rows, -(-SEGMENTS // len(rows)), axis=0)
