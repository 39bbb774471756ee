"""Runs Silero's voice detector over a recording, window by window, and measures its loudness.

References
----------
Silero Team (2024), "Silero VAD: pre-trained enterprise-grade Voice Activity Detector",
https://github.com/snakers4/silero-vad.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from active_learning.embeddings.onnx_session import open_session
from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.ranges import runs_of
from active_learning.prelabelers.sound import RATE, speech_samples

__all__ = ["SpeechProposer", "open_detector", "open_prelabeler", "quiet_runs"]

MOST_S = 3 * 3_600.0
WINDOW = 512
BEFORE = 64
"""Samples of the window before that the detector sees again."""
STARTS, GOES_ON = 0.5, 0.35
"""Speech begins above the first and ends below the second: words have weak ends."""
LEAST_S = 0.2
PAD_S = 0.03
QUIET_WINDOW = RATE // 50

Floats = NDArray[np.float32]


class SpeechProposer:
    """See `base.Prelabeler`."""

    def __init__(
        self, session: onnxruntime.InferenceSession, pause_s: float, quiet_db: float
    ) -> None:
        self._session = session
        self._pause_s = pause_s
        self._quiet_db = quiet_db

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return ranges of speech and of silence in the order of time."""
        samples = speech_samples(medium, MOST_S)
        if not len(samples):
            return []
        length = float(medium.facts.get("duration") or len(samples) / RATE)
        return [
            Proposal("range", name, score, {"start": round(start, 3), "end": round(end, 3)})
            for name, start, end, score in (
                *self.speech(samples, length),
                *self._silence(samples, length),
            )
            if end > start
        ]

    def speech(self, samples: Floats, length: float) -> list[tuple[str, float, float, float]]:
        """Return (name, start, end, score) of each run of speech, in seconds."""
        chances = self._chances(samples)
        step = WINDOW / RATE
        gap = round(self._pause_s / step)
        found = []
        for first, after in runs_of(_goes_on(chances), gap, max(1, round(LEAST_S / step))):
            score = float(chances[first:after].mean())
            found.append(
                (
                    "speech",
                    max(0.0, first * step - PAD_S),
                    min(length, after * step + PAD_S),
                    round(score, 3),
                )
            )
        return found

    def _silence(self, samples: Floats, length: float) -> list[tuple[str, float, float, float]]:
        step = QUIET_WINDOW / RATE
        least = max(1, round(self._pause_s / step))
        runs = quiet_runs(samples, self._quiet_db, least)
        return [("silence", a * step, min(length, b * step), 0.9) for a, b in runs]

    def _chances(self, samples: Floats) -> Floats:
        """How likely speech is in each window, (windows,)."""
        count = -(-len(samples) // WINDOW)
        padded = np.zeros(BEFORE + count * WINDOW, np.float32)
        padded[BEFORE : BEFORE + len(samples)] = samples
        state = np.zeros((2, 1, 128), np.float32)
        rate = np.array(RATE, np.int64)
        chances = np.empty(count, np.float32)
        for at in range(count):
            window = padded[None, at * WINDOW : (at + 1) * WINDOW + BEFORE]
            chance, state = self._session.run(None, {"input": window, "state": state, "sr": rate})
            chances[at] = chance[0, 0]
        return chances


def _goes_on(chances: Floats) -> NDArray[np.bool_]:
    """Windows of runs that stay above the lower bound and reach the upper one somewhere."""
    held = np.zeros(len(chances), np.bool_)
    for first, after in runs_of(chances >= GOES_ON):
        held[first:after] = chances[first:after].max() >= STARTS
    return held


def quiet_runs(samples: Floats, quiet_db: float, least: int) -> list[tuple[int, int]]:
    """Return runs of fiftieths of a second that are quieter than so many decibels of full scale."""
    whole = samples[: len(samples) // QUIET_WINDOW * QUIET_WINDOW].reshape(-1, QUIET_WINDOW)
    power = np.square(whole, dtype=np.float64).mean(axis=1)
    return runs_of(10 * np.log10(power + 1e-12) < quiet_db, 0, least)


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the detector."""
    return open_detector(float(options["pause_s"]), float(options["quiet_db"]))


def open_detector(pause_s: float, quiet_db: float = -50.0) -> SpeechProposer:
    """Open what the package carries, without running any of its code."""
    package = importlib.util.find_spec("silero_vad")
    if package is None or package.origin is None:
        raise PrelabelerFault("missing", "The package silero-vad is not installed.")
    session = open_session(Path(package.origin).parent / "data" / "silero_vad.onnx")
    return SpeechProposer(session, pause_s, quiet_db)
