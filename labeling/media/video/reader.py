"""Gives frames by number. The file stays open between calls, so that the next frame costs one."""

from collections.abc import Iterator
from pathlib import Path

from av.container import InputContainer
from av.video.frame import VideoFrame

from labeling.media.probe import MediaError
from labeling.media.video.container import decoded, open_video, stream_of
from labeling.media.video.index import FrameIndex

__all__ = ["FrameReader", "frame_at", "missing", "reader_of"]


class FrameReader:
    """Decodes forward from wherever it stands, or from a key frame where that is nearer."""

    def __init__(self, source: Path, index: FrameIndex) -> None:
        self.source = source
        self.index = index
        self._container: InputContainer | None = None
        self._frames: Iterator[tuple[int, VideoFrame]] = iter(())
        self._next = 0

    def upto(self, n: int) -> Iterator[tuple[int, VideoFrame]]:
        """Frames on the way to `n`, and `n` itself as the last; damaged ones are left out."""
        key = 0 if self.index.is_counted else self.index.key_before(n)
        if self._container is None or not key <= self._next <= n:
            self._seek(key)
        for number, frame in self._frames:
            self._next = number + 1
            if number <= n:
                yield number, frame
            if number >= n:
                return
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        if self._container is not None:
            self._container.close()
        self._container = None
        self._frames = iter(())

    def _seek(self, key: int) -> None:
        """Stand at a key frame, or before it: containers keep their word loosely."""
        self.close()
        for back in (key, self.index.key_before(max(0, key - 1)), 0):
            self._open(back)
            first = next(self._frames, None)
            if first is not None and (first[0] <= key or back == 0):
                rest = self._frames
                self._frames = _with_first(first, rest)
                self._next = first[0]
                return
            self.close()

    def _open(self, key: int) -> None:
        self._container = open_video(self.source)
        stream = stream_of(self._container)
        if key:
            self._container.seek(int(self.index.stamps[key]), stream=stream)
        self._frames = self._decode(self._container)

    def _decode(self, container: InputContainer) -> Iterator[tuple[int, VideoFrame]]:
        count = 0
        for frame in decoded(container, [stream_of(container)]):
            if not isinstance(frame, VideoFrame):
                continue
            number = count if self.index.is_counted else self.index.number_of(frame.pts)
            count += 1
            if number is not None:
                yield number, frame


def _with_first(
    first: tuple[int, VideoFrame], rest: Iterator[tuple[int, VideoFrame]]
) -> Iterator[tuple[int, VideoFrame]]:
    yield first
    yield from rest


_open: list[FrameReader] = []


def reader_of(source: Path, index: FrameIndex) -> FrameReader:
    """The reader of a file: the one used last stays open in this process."""
    if _open and _open[0].source == source:
        return _open[0]
    while _open:
        _open.pop().close()
    _open.append(FrameReader(source, index))
    return _open[0]


def frame_at(source: Path, index: FrameIndex, n: int) -> VideoFrame:
    """Exactly one frame."""
    for number, frame in reader_of(source, index).upto(n):
        if number == n:
            return frame
    raise missing(n, index)


def missing(n: int, index: FrameIndex) -> MediaError:
    """Frame `n` did not come out of the decoder."""
    detail = f"frame {n} of {len(index.stamps)} is damaged; step on: frames after it may be whole"
    return MediaError("broken", detail)
