"""A recording as recognisers of speech take it: one channel, sixteen thousand samples a second."""

from __future__ import annotations

from collections.abc import Iterator

import av
import numpy as np
from numpy.typing import NDArray

from active_learning.prelabelers.base import Medium, PrelabelerFault
from labeling.media.audio.reading import opened, samples_of
from labeling.media.probe import MediaError

__all__ = ["RATE", "speech_samples"]

RATE = 16_000

Samples = NDArray[np.float32]


def speech_samples(medium: Medium, most_s: float) -> Samples:
    """Return the mean of the channels, (n,), in -1 to 1; longer recordings are refused.

    Raises
    ------
    PrelabelerFault
    """
    if medium.path is None:
        raise PrelabelerFault("unreadable", "There is no recording.")
    if float(medium.facts.get("duration") or 0) > most_s:
        raise PrelabelerFault(
            "too_long", f"The recording is longer than {most_s / 60:g} minutes: split it."
        )
    try:
        with opened(medium.path) as sound:
            parts = list(_resampled(samples_of(sound), sound.rate))
    except MediaError as error:
        raise PrelabelerFault("unreadable", error.detail) from error
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


def _resampled(chunks: Iterator[Samples], rate: int) -> Iterator[Samples]:
    resampler = av.AudioResampler(format="flt", layout="mono", rate=RATE)
    for chunk in chunks:
        mono = np.ascontiguousarray(chunk.mean(axis=0, dtype=np.float32)[None])
        frame = av.AudioFrame.from_ndarray(mono, format="flt", layout="mono")
        frame.sample_rate = rate
        for made in resampler.resample(frame):
            yield made.to_ndarray()[0]
    for made in resampler.resample(None):
        yield made.to_ndarray()[0]
