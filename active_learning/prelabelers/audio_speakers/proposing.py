"""Cuts speech into parts, and joins those whose voices are alike.

References
----------
Wan et al. (2018), "Generalized end-to-end loss for speaker verification",
doi:10.1109/ICASSP.2018.8462665; Wang et al. (2018), "Speaker diarization with LSTM",
doi:10.1109/ICASSP.2018.8462628.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from active_learning.embeddings.voices import PART_S, VoiceEncoder
from active_learning.prelabelers.audio_speakers import MOST_SPEAKERS
from active_learning.prelabelers.audio_speech import proposing as speech
from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.sound import RATE, speech_samples

__all__ = ["SpeakerProposer", "open_prelabeler", "turns_of", "voices_apart"]

MOST_S = 3_600.0
STEP_S = 0.8
"""From a part to the next: half of it is heard again."""
ALIKE = 0.35
"""Mean distance (1 less the cosine) up to which two groups of parts are one voice."""
SHARPNESS = 10.0

Vectors = NDArray[np.float32]
Labels = NDArray[np.int64]


class SpeakerProposer:
    """See `base.Prelabeler`."""

    def __init__(self, voices: VoiceEncoder, detector: speech.SpeechProposer, count: int) -> None:
        self._voices = voices
        self._detector = detector
        self._count = count

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return a range a turn; the first to speak is the first speaker."""
        samples = speech_samples(medium, MOST_S)
        if not len(samples):
            return []
        length = float(medium.facts.get("duration") or len(samples) / RATE)
        runs = [(start, end) for _, start, end, _ in self._detector.speech(samples, length)]
        parts = [_starts(start, end) for start, end in runs]
        starts = [start for part in parts for start in part]
        if not starts:
            return []
        vectors = self._voices.encode(samples, starts)
        labels = voices_apart(vectors, self._count)
        sure = _sureness(vectors, labels)
        return [
            Proposal(
                "range",
                f"speaker {who + 1}",
                round(score, 3),
                {"start": round(start, 3), "end": round(end, 3)},
            )
            for who, start, end, score in turns_of(runs, parts, labels, sure)
            if who < MOST_SPEAKERS and end > start
        ]


def voices_apart(vectors: Vectors, count: int) -> Labels:
    """Return which voice each part has, (n,), numbered by who is heard first.

    Parameters
    ----------
    vectors : ndarray, shape (n, d)
        Unit vectors, in the order of time.
    count : int
        How many voices there are; 0 where nobody knows.
    """
    if len(vectors) == 1:
        return np.zeros(1, np.int64)
    tree = linkage(vectors, "average", "cosine")
    groups = fcluster(tree, count, "maxclust") if count else fcluster(tree, ALIKE, "distance")
    first = {group: at for at, group in reversed(list(enumerate(groups)))}
    order = {group: number for number, group in enumerate(sorted(first, key=first.__getitem__))}
    return np.array([order[group] for group in groups])


def turns_of(
    runs: Sequence[tuple[float, float]],
    parts: Sequence[Sequence[float]],
    labels: Labels,
    sure: NDArray[np.float64],
) -> list[tuple[int, float, float, float]]:
    """Return (voice, start, end, score) of each turn.

    Within a run of speech a turn ends halfway between the middles of two parts of other voices.
    """
    found: list[tuple[int, float, float, float]] = []
    at = 0
    for (start, end), part in zip(runs, parts, strict=True):
        middles = np.array(part) + PART_S / 2
        own, scores = labels[at : at + len(part)], sure[at : at + len(part)]
        at += len(part)
        changes = [0, *(i for i in range(1, len(own)) if own[i] != own[i - 1]), len(own)]
        for first, after in pairwise(changes):
            begins = start if first == 0 else float(middles[first - 1 : first + 1].mean())
            ends = end if after == len(own) else float(middles[after - 1 : after + 1].mean())
            found.append((int(own[first]), begins, ends, float(scores[first:after].mean())))
    return found


def _starts(start: float, end: float) -> list[float]:
    """Where the parts of a run begin, evenly; one that is shorter than a part has one."""
    count = max(1, int(np.ceil((end - start - PART_S) / STEP_S)) + 1)
    return [float(one) for one in np.linspace(start, max(start, end - PART_S), count)]


def _sureness(vectors: Vectors, labels: Labels) -> NDArray[np.float64]:
    """How much nearer each part is to its own voice than to the next, in 0.5 to 1, (n,)."""
    count = int(labels.max()) + 1
    middles = np.stack([vectors[labels == voice].mean(axis=0) for voice in range(count)])
    middles /= np.linalg.norm(middles, axis=1, keepdims=True) + 1e-9
    likeness = (vectors @ middles.T).astype(np.float64)
    own = likeness[np.arange(len(labels)), labels]
    likeness[np.arange(len(labels)), labels] = -1.0
    # Where only one voice is heard, the next would be one that is just not alike.
    other = likeness.max(axis=1) if count > 1 else np.full(len(labels), 1 - 2 * ALIKE)
    found: NDArray[np.float64] = 1 / (1 + np.exp(-SHARPNESS * np.maximum(own - other, 0)))
    return found


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the detector of speech and the network that tells voices apart."""
    pause_s = float(options["pause_s"])
    return SpeakerProposer(VoiceEncoder(models), speech.open_detector(pause_s), options["speakers"])
