"""Which frames a video has and when each is shown, as the container's time stamps say.

A frame's number is its place in the order in which frames are shown. Nothing here multiplies by a
frame rate: rates vary, and the average that a header gives is often wrong.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream
from numpy.typing import NDArray

from labeling.media.decoding.once import written_once
from labeling.media.probe import MediaError
from labeling.media.video.container import decoded, opened

__all__ = ["MAX_FRAMES", "FrameIndex", "index_of", "read_index"]

MAX_FRAMES = 2_000_000
CHECKED_FRAMES = 48
"""So many frames are decoded, to see whether the packets told their times truly."""

_SHOWN_VP8 = 0x10


@dataclass(frozen=True, slots=True)
class FrameIndex:
    """The frames in the order in which they are shown.

    Attributes
    ----------
    stamps
        Shape (frames,), int64: presentation time stamps, ascending, in units of `base` seconds.
    keys
        Shape (frames,), bool: where decoding can begin.
    base
        Seconds a unit.
    start
        When the recording begins, in seconds; times count from there.
    last
        How long the last frame is shown, in seconds.
    is_counted
        Whether packets tell no presentation times, so that frames are found by counting only.
    """

    stamps: NDArray[np.int64]
    keys: NDArray[np.bool_]
    base: Fraction
    start: float
    last: float
    is_counted: bool = False

    @property
    def times(self) -> NDArray[np.float64]:
        """When each frame appears, in seconds from the start of the recording."""
        return np.asarray(self.stamps * float(self.base) - self.start, np.float64)

    @property
    def duration(self) -> float:
        """When the last frame ends."""
        return float(self.times[-1]) + self.last

    def number_of(self, stamp: int | None) -> int | None:
        """The frame with that time stamp."""
        if stamp is None:
            return None
        n = int(np.searchsorted(self.stamps, stamp))
        return n if n < len(self.stamps) and self.stamps[n] == stamp else None

    def key_before(self, n: int) -> int:
        """The frame at or before `n` from which decoding can begin."""
        found = np.flatnonzero(self.keys[: n + 1])
        return int(found[-1]) if found.size else 0


def index_of(source: Path, folder: Path) -> FrameIndex:
    """The index of a video, read once and kept in its folder."""
    kept = written_once(folder / "index.npz", lambda out: _save(read_index(source), out))
    with np.load(kept, allow_pickle=False) as data:
        up, down, start, last, is_counted = data["facts"].tolist()
        base = Fraction(int(up), int(down))
        return FrameIndex(data["stamps"], data["keys"], base, start, last, bool(is_counted))


def _save(index: FrameIndex, out: Path) -> None:
    base = index.base
    facts = [base.numerator, base.denominator, index.start, index.last, index.is_counted]
    with out.open("wb") as file:  # a path without .npz would get one
        np.savez(file, stamps=index.stamps, keys=index.keys, facts=np.array(facts, float))


def read_index(source: Path) -> FrameIndex:
    """Read the time stamps of all packets; where they do not tell, decode everything."""
    with opened(source) as (container, stream):
        packets = _packets(container, stream)
        start = max(0.0, (container.start_time or 0) / av.time_base)
        base = stream.time_base or Fraction(1, 1000)
    stamps, keys = packets.in_order()
    is_counted = False
    if not packets.are_told or not _is_true(source, stamps):
        stamps, keys, is_counted = _decoded(source, packets)
    if not len(stamps):
        raise MediaError("broken", "the video has no frame that can be shown")
    last = float(packets.duration_after(stamps) * base)
    return FrameIndex(stamps, keys, base, start, last, is_counted)


class _Packets:
    """What packets say of themselves, in the order of the file."""

    def __init__(self) -> None:
        self.shown: list[int] = []
        self.decoded: list[int] = []
        self.keys: list[bool] = []
        self.durations: list[int] = []
        self.are_told = True

    def in_order(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Stamps and keys in the order of showing."""
        stamps = np.array(self.shown, np.int64)
        order = np.argsort(stamps, kind="stable")
        return stamps[order], np.array(self.keys, bool)[order]

    def duration_after(self, stamps: NDArray[np.int64]) -> int:
        """How long the last frame is shown: as its packet says, or else as long as is usual."""
        said = self.durations[int(np.argmax(self.shown))] if self.shown else 0
        if said > 0:
            return said
        return int(np.median(np.diff(stamps))) if len(stamps) > 1 else 1


def _packets(container: InputContainer, stream: VideoStream) -> _Packets:
    found = _Packets()
    is_vp8 = stream.codec_context.name == "vp8"
    for packet in container.demux(stream):
        if not packet.size or packet.is_discard:  # cut away by an edit list
            continue
        # Some frames of VP8 are only for others to refer to.
        if is_vp8 and not bytes(packet)[0] & _SHOWN_VP8:
            continue
        if packet.pts is None:
            found.are_told = False
        else:
            found.shown.append(packet.pts)
            found.keys.append(bool(packet.is_keyframe))
            found.durations.append(packet.duration or 0)
        found.decoded.append(packet.dts if packet.dts is not None else len(found.decoded))
        if len(found.decoded) > MAX_FRAMES:
            detail = f"the video has more than {MAX_FRAMES:,} frames; cut it into parts"
            raise MediaError("too_large", detail)
    if len(set(found.shown)) < len(found.shown):
        found.are_told = False
    return found


def _is_true(source: Path, stamps: NDArray[np.int64]) -> bool:
    """Whether the first frames come out of the decoder with the stamps that packets told."""
    found: list[int | None] = []
    wanted = min(CHECKED_FRAMES, len(stamps))
    with opened(source) as (container, stream):
        for frame in decoded(container, [stream]):
            if frame is None:  # damage says nothing against the stamps
                return True
            found.append(frame.pts)
            if len(found) == wanted:
                break
    return found == stamps[: len(found)].tolist() and bool(found)


def _decoded(source: Path, packets: _Packets) -> tuple[NDArray[np.int64], NDArray[np.bool_], bool]:
    """Stamps as the decoder gives them; where it gives none, those of decoding, one a frame."""
    found: list[int | None] = []
    keys: list[bool] = []
    with opened(source) as (container, stream):
        for frame in decoded(container, [stream]):
            if isinstance(frame, VideoFrame):
                found.append(frame.pts)
                keys.append(bool(frame.key_frame))
    told = [stamp for stamp in found if stamp is not None]
    if len(told) == len(found) == len(set(told)) and told == sorted(told):
        return np.array(told, np.int64), np.array(keys, bool), False
    stamps = np.unique(np.array(packets.decoded, np.int64))[: len(found)]
    if len(stamps) < len(found):
        raise MediaError("broken", "the video tells no times of its frames; export it as MP4 anew")
    return stamps, np.array(keys, bool), True
