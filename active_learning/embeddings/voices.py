"""Resemblyzer: 256-d vectors of who speaks, by ONNX on the processor.

The weights are those of the package ``Resemblyzer`` (a pickle, opened once with ``weights_only``);
the ONNX file is exported from them by `voices_export` at set-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.folder import VOICES
from active_learning.embeddings.mel import HOP, RATE, mel_power
from active_learning.embeddings.model_files import built_file, content_hash
from active_learning.embeddings.onnx_session import open_session

__all__ = ["PART_S", "VoiceEncoder"]

FRAMES = 160
PART_S = FRAMES * HOP / RATE
"""Seconds of speech that a vector tells of."""
USUAL_DB = -30.0
"""Of full scale: quieter recordings are made so loud, as those were that it was trained on."""
BATCH = 32


class VoiceEncoder:
    """Encoder of parts of a recording; see `Encoder`."""

    dimensions = 256

    def __init__(self, models: Path) -> None:
        path = built_file(models / VOICES, _build)
        self.id = f"voices@{content_hash(path)}"
        self._session = open_session(path)

    def encode(self, samples: Vectors, starts: Sequence[float]) -> Vectors:
        """Return unit vectors of shape (len(starts), 256).

        Parameters
        ----------
        samples : ndarray, shape (n,)
            At 16 kHz, in -1 to 1.
        starts : sequence of float
            Seconds at which the parts begin, each `PART_S` long; what is missing at the end is
            silence.
        """
        bands = mel_power(_loud(samples))
        rows = np.zeros((len(starts), FRAMES, bands.shape[1]), np.float32)
        for row, start in zip(rows, starts, strict=True):
            part = bands[round(start * RATE / HOP) :][:FRAMES]
            row[: len(part)] = part
        parts = [
            self._session.run(None, {"bands": rows[at : at + BATCH]})[0]
            for at in range(0, len(rows), BATCH)
        ]
        return np.vstack(parts) if parts else np.zeros((0, self.dimensions), np.float32)


def _loud(samples: Vectors) -> Vectors:
    power = float(np.square(samples, dtype=np.float64).mean()) if len(samples) else 0.0
    lacking = USUAL_DB - 10 * np.log10(power + 1e-12)
    found: Vectors = samples * np.float32(10 ** (lacking / 20)) if lacking > 0 else samples
    return found


def _build(target: Path) -> None:
    # Only set-up needs torch; serving must start without it.
    from active_learning.embeddings.voices_export import export_voices  # noqa: PLC0415

    export_voices(target)
