"""A rendition that every browser plays and in which every second is found exactly: WebM, Opus."""

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream

from labeling.media.audio.reading import Samples, Sound, samples_of

__all__ = ["write_rendition"]

RATE_HZ = 48_000
BITS_PER_CHANNEL = 64_000
EFFORT = "0"
"""Of 10: half the time, for a loss that no annotator hears at this bit rate."""


def write_rendition(sound: Sound, out: Path) -> str:
    """Write the sound as mono or stereo Opus; gives its media type."""
    layout = "mono" if sound.channels == 1 else "stereo"
    with av.open(str(out), "w", format="webm") as target:
        stream = target.add_stream("libopus", rate=RATE_HZ, options={"compression_level": EFFORT})
        assert isinstance(stream, AudioStream)
        stream.layout = layout
        stream.bit_rate = BITS_PER_CHANNEL * (1 if layout == "mono" else 2)
        resampler = AudioResampler(format="flt", layout=layout, rate=RATE_HZ)
        written = 0
        for samples in samples_of(sound):
            frame = _frame(samples if layout == "mono" else samples[:2], layout)
            frame.sample_rate, frame.pts = sound.rate, written
            frame.time_base = Fraction(1, sound.rate)
            written += samples.shape[1]
            for part in resampler.resample(frame):
                target.mux(stream.encode(part))
        for part in resampler.resample(None):
            target.mux(stream.encode(part))
        target.mux(stream.encode(None))
    return "audio/webm"


def _frame(samples: Samples, layout: str) -> AudioFrame:
    return AudioFrame.from_ndarray(np.ascontiguousarray(samples), format="fltp", layout=layout)
