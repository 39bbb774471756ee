"""Opens sound by PyAV and streams its samples on the clock that players use."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from av.container import InputContainer
from numpy.typing import NDArray

from labeling.media.audio.containers import Container, container_of
from labeling.media.probe import MediaError

__all__ = [
    "MAX_CHANNELS",
    "MAX_RATE_HZ",
    "MAX_SECONDS",
    "Sound",
    "length_of",
    "opened",
    "samples_of",
]

MAX_SECONDS = 24 * 3600
MAX_CHANNELS = 8
"""More are read and not shown."""
MAX_RATE_HZ = 768_000

CHUNK_S = 4.0
GAP_S = 0.02
"""Time stamps are rounded; only a larger step is a gap to fill, or an overlap to drop."""
MAX_GAP_S = 3600.0

Samples = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sound:
    """An open file and its first sound track."""

    container: Container
    file: InputContainer
    stream: AudioStream
    rate: int
    channels: int


@contextmanager
def opened(path: Path) -> Iterator[Sound]:
    """Open a file within the limits; what FFmpeg raises on damaged files becomes MediaError."""
    container = container_of(path)
    try:
        options = {"protocol_whitelist": "file"}
        with av.open(str(path), format=container.demuxer, options=options) as file:
            if not file.streams.audio:
                raise MediaError("unsupported", f"the {container.name} file holds no sound")
            stream = file.streams.audio[0]
            rate, channels = int(stream.rate or 0), int(stream.channels or 0)
            if not 0 < rate <= MAX_RATE_HZ or channels < 1:
                said = f"{rate:,} samples a second in {channels} channels"
                raise MediaError("broken", f"the {container.name} file claims {said}")
            yield Sound(container, file, stream, rate, channels)
    except av.error.FFmpegError as error:
        raise MediaError("broken", f"the {container.name} file is broken: {error.strerror}") from (
            error
        )
    except (ValueError, EOFError, OverflowError) as error:
        raise MediaError("broken", f"the {container.name} file is broken: {error}") from error


def samples_of(sound: Sound) -> Iterator[Samples]:
    """Yield chunks of samples in -1 to 1, each (channels, n), without gaps from second 0.

    Second 0 is the first sample that is heard: what encoders put before it is left out, as players
    do. Where a recording lost packets, silence stands for them, so that a sample's number is
    always its time. A file that breaks off ends there; one without any sample is refused.
    """
    channels = min(sound.channels, MAX_CHANNELS)
    parts: list[Samples] = []
    waiting = 0
    for frame, silence in _placed(sound):
        if silence:
            parts.append(np.zeros((channels, silence), np.float32))
        parts.append(_as_floats(frame)[:channels])
        waiting += silence + frame.samples
        if waiting >= CHUNK_S * sound.rate:
            yield np.concatenate(parts, axis=1)
            parts, waiting = [], 0
    if waiting:
        yield np.concatenate(parts, axis=1)


def length_of(sound: Sound) -> int:
    """Return how many samples `samples_of` would give, decoding all of it."""
    return sum(silence + frame.samples for frame, silence in _placed(sound))


def _placed(sound: Sound) -> Iterator[tuple[AudioFrame, int]]:
    """Yield frames, each with the samples of silence before it."""
    written = 0
    first: float | None = None
    for frame in _decoded(sound):
        if frame.sample_rate != sound.rate or frame.layout.nb_channels != sound.channels:
            raise MediaError("unsupported", "the sound changes its rate or channels midway")
        silence = 0
        if frame.pts is not None and frame.time_base is not None:
            at = float(frame.pts * frame.time_base)
            first = at if first is None else first
            late = at - first - written / sound.rate
            if late > MAX_GAP_S:
                raise MediaError("broken", f"the recording jumps by {late:,.0f} seconds")
            if late < -max(GAP_S, frame.samples / sound.rate):
                continue  # said twice
            silence = round(late * sound.rate) if late > GAP_S else 0
        written += silence + frame.samples
        if written > MAX_SECONDS * sound.rate:
            hours = MAX_SECONDS // 3600
            raise MediaError("too_large", f"the recording is longer than {hours} hours: split it")
        yield frame, silence
    if not written:
        raise MediaError("broken", f"the {sound.container.name} file holds no samples")


def _decoded(sound: Sound) -> Iterator[AudioFrame]:
    """Yield what can be decoded: players leave out damaged packets as well."""
    packets = sound.file.demux(sound.stream)
    while True:
        try:
            packet = next(packets, None)
        except av.error.InvalidDataError:
            return  # it breaks off here
        if packet is None:
            return
        with suppress(av.error.InvalidDataError):
            yield from (frame for frame in packet.decode() if isinstance(frame, AudioFrame))


def _as_floats(frame: AudioFrame) -> Samples:
    """Return (channels, n); whole numbers become their share of the largest."""
    found: NDArray[Any] = frame.to_ndarray()
    if not frame.format.is_planar:
        found = found.reshape(-1, frame.layout.nb_channels).T
    if found.dtype == np.uint8:
        found = (found.astype(np.float32) - 128) / 128
    elif found.dtype.kind == "i":
        found = found.astype(np.float32) / np.float32(2 ** (8 * found.itemsize - 1))
    return np.clip(np.nan_to_num(found.astype(np.float32, copy=False)), -1.0, 1.0)
