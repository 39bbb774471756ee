"""Gives frames by number. Files stay open between calls, so that the next frame costs one."""

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

import av
from av.container import InputContainer
from av.video.frame import VideoFrame

from labeling.media.probe import MediaError
from labeling.media.video.container import open_video, stream_of
from labeling.media.video.index import FrameIndex

__all__ = ["FrameReader", "missing", "reader_of"]

KEPT_BYTES = 96_000_000
MOST_KEPT = 48
CERTAIN = 16
"""So many frames before the wanted one are decoded whatever they are, to step back to."""

OPEN_FILES = 2

_LEAVES_OUT = frozenset({"h264", "hevc"})
"""Decoders that can be told in the middle of a file which frames to leave out."""


class FrameReader:
    """Decodes forward from where it stands, or from a key frame; the last frames are kept.

    On a long way it leaves out frames that no other frame refers to: they cost as much as others.
    """

    def __init__(self, source: Path, index: FrameIndex) -> None:
        self.source = source
        self.index = index
        self._kept: OrderedDict[int, VideoFrame] = OrderedDict()
        self._container: InputContainer | None = None
        self._frames: Iterator[tuple[int, VideoFrame]] = iter(())
        self._next = 0
        self._wanted = 0

    def frame(self, n: int) -> VideoFrame | None:
        """Frame `n`, exactly; None where it is damaged."""
        if n in self._kept:
            return self._kept[n]
        self._wanted = n
        key = 0 if self.index.is_counted else self.index.key_before(n)
        if self._container is None or not key <= self._next <= n:
            self._seek(key)
        for number, frame in self._frames:
            self._next = number + 1
            self._keep(number, frame)
            if number >= n:
                return self._kept.get(n)
        self.close()
        return None

    def close(self) -> None:
        """Let go of the file; the kept frames stay."""
        if self._container is not None:
            self._container.close()
        self._container = None
        self._frames = iter(())

    def _keep(self, number: int, frame: VideoFrame) -> None:
        self._kept[number] = frame
        self._kept.move_to_end(number)
        most = max(1, min(MOST_KEPT, KEPT_BYTES // (frame.width * frame.height * 2)))
        while len(self._kept) > most:
            self._kept.popitem(last=False)

    def _seek(self, key: int) -> None:
        """Stand at a key frame, or before it: containers keep their word loosely."""
        for start in dict.fromkeys((key, self.index.key_before(max(0, key - 1)), 0)):
            self._open(start)
            first = next(self._frames, None)
            if first is not None and (first[0] <= key or start == 0):
                self._frames = _with_first(first, self._frames)
                self._next = first[0]
                return

    def _open(self, start: int) -> None:
        self.close()
        self._container = open_video(self.source)
        stream = stream_of(self._container)
        if start:
            self._container.seek(int(self.index.stamps[start]), stream=stream)
        self._frames = self._decode(self._container)

    def _decode(self, container: InputContainer) -> Iterator[tuple[int, VideoFrame]]:
        count = 0
        stream = stream_of(container)
        codec = stream.codec_context
        for packet in container.demux(stream):
            if codec.name in _LEAVES_OUT:
                codec.skip_frame = "NONREF" if self._is_far(packet.pts) else "DEFAULT"
            try:
                frames = packet.decode()
            except av.FFmpegError:  # the rest may be whole
                continue
            for frame in frames:
                if not isinstance(frame, VideoFrame):
                    continue
                number = count if self.index.is_counted else self.index.number_of(frame.pts)
                count += 1
                if number is not None:
                    yield number, frame

    def _is_far(self, stamp: int | None) -> bool:
        near = self._wanted - CERTAIN
        if stamp is None or near <= 0 or self.index.is_counted:
            return False
        return stamp < int(self.index.stamps[near])


def _with_first(
    first: tuple[int, VideoFrame], rest: Iterator[tuple[int, VideoFrame]]
) -> Iterator[tuple[int, VideoFrame]]:
    yield first
    yield from rest


_open: OrderedDict[Path, FrameReader] = OrderedDict()


def reader_of(source: Path, index: FrameIndex) -> FrameReader:
    """The reader of a file; those used last stay open in this process."""
    reader = _open.pop(source, None) or FrameReader(source, index)
    _open[source] = reader
    while len(_open) > OPEN_FILES:
        _open.popitem(last=False)[1].close()
    return reader


def missing(n: int, index: FrameIndex) -> MediaError:
    """Frame `n` did not come out of the decoder."""
    detail = f"frame {n} of {len(index.stamps)} is damaged; step on: frames after it may be whole"
    return MediaError("broken", detail)
