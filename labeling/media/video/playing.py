"""What browsers play: the file itself, the same pictures in another container, or coded anew."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.audio.stream import AudioStream
from av.container import InputContainer, OutputContainer
from av.stream import Stream
from av.video.frame import PictureType
from av.video.stream import VideoStream

from labeling.media.decoding.order import Order
from labeling.media.video.container import container_of, decoded, opened
from labeling.media.video.index import FrameIndex, index_of

__all__ = ["is_playable", "render_video"]

MAX_LINES = 720
"""Only for playing; whoever stands still sees the frame itself."""

MAX_REORDERED = 16
"""No codec shows a frame more than so many places later than it decodes it."""

_WEB_PIXELS = frozenset({"yuv420p", "yuvj420p"})
_IN_MP4 = frozenset({"h264", "av1", "vp9"})
_IN_WEBM = frozenset({"vp8", "vp9", "av1"})
_SOUND = {
    "video/mp4": frozenset({"aac", "mp3", "opus", "flac"}),
    "video/webm": frozenset({"opus", "vorbis"}),
}


def is_playable(mime: str, container: InputContainer, stream: VideoStream) -> bool:
    """Whether every browser plays the stored file itself."""
    codecs = {"video/mp4": _IN_MP4, "video/webm": _IN_WEBM}.get(mime, frozenset())
    sounds = {sound.codec_context.name for sound in container.streams.audio}
    return _has_web_pictures(stream, codecs) and sounds <= _SOUND.get(mime, frozenset())


def _has_web_pictures(stream: VideoStream, codecs: frozenset[str]) -> bool:
    return stream.codec_context.name in codecs and stream.pix_fmt in _WEB_PIXELS


def render_video(order: Order) -> str:
    """Writes a rendition that plays; time stamps stay what they are."""
    mime = container_of(order.source)
    index = index_of(order.source, order.folder)
    with opened(order.source) as (container, stream):
        if is_playable(mime, container, stream):
            order.out.write_bytes(order.source.read_bytes())
            return mime
        if _has_web_pictures(stream, _IN_MP4) and not index.is_counted:
            _move(container, stream, index, order.out)
        else:
            _code(container, stream, index, order.out)
    return "video/mp4"


def _move(container: InputContainer, stream: VideoStream, index: FrameIndex, out: Path) -> None:
    """The coded pictures as they are, in an MP4; sound too, where an MP4 may hold it."""
    with _mp4(out) as target:
        streams: dict[int, Stream] = {stream.index: target.add_stream_from_template(stream)}
        for sound in container.streams.audio[:1]:
            if sound.codec_context.name in _SOUND["video/mp4"]:
                streams[sound.index] = target.add_stream_from_template(sound)
        decoded = _decoding_stamps(index)
        for packet in container.demux([container.streams[at] for at in streams]):
            if not packet.size or packet.is_discard or packet.pts is None:
                continue
            if packet.stream_index == stream.index:
                packet.dts = min(next(decoded, packet.pts), packet.pts)
            packet.stream = streams[packet.stream_index]
            target.mux(packet)


def _decoding_stamps(index: FrameIndex) -> Iterator[int]:
    """When to decode: as evenly as frames are shown, and so early that none comes too late."""
    early = int(np.diff(index.stamps).max(initial=0)) * MAX_REORDERED
    return (int(stamp) - early for stamp in index.stamps)


def _mp4(out: Path) -> OutputContainer:
    # The table of contents goes first, so that playing begins before all is there.
    return av.open(str(out), "w", format="mp4", options={"movflags": "faststart"})


class _Coder:
    """Codes a video anew: VP9, which every browser plays and nobody charges for, and AAC."""

    def __init__(
        self, stream: VideoStream, sound: AudioStream | None, target: OutputContainer
    ) -> None:
        self._target = target
        self._last = -1 << 62
        shrink = min(1.0, MAX_LINES / stream.height)
        options = {"deadline": "realtime", "cpu-used": "8", "row-mt": "1"}
        self._pictures = target.add_stream("libvpx-vp9", options=options)
        self._pictures.width = round(stream.width * shrink / 2) * 2 or 2
        self._pictures.height = round(stream.height * shrink / 2) * 2 or 2
        self._pictures.pix_fmt = "yuv420p"
        self._pictures.bit_rate = max(400_000, self._pictures.width * self._pictures.height * 2)
        self._pictures.codec_context.time_base = stream.time_base or Fraction(1, 1000)
        self._voice = target.add_stream("aac", rate=sound.rate or 48_000) if sound else None

    def picture(self, frame: av.VideoFrame, stamp: int | None) -> None:
        """Add a frame; one that is not after the last is none to be shown."""
        if stamp is None or stamp <= self._last:
            return
        self._last = frame.pts = stamp
        width, height = self._pictures.width, self._pictures.height
        small = frame.reformat(width=width, height=height, format="yuv420p")
        small.pict_type = PictureType.NONE
        self._target.mux(self._pictures.encode(small))

    def sound(self, frame: av.AudioFrame) -> None:
        """Add some sound."""
        if self._voice is not None:
            self._target.mux(self._voice.encode(frame))

    def end(self) -> None:
        """Write what is left."""
        self._target.mux(self._pictures.encode(None))
        if self._voice is not None:
            self._target.mux(self._voice.encode(None))


def _code(container: InputContainer, stream: VideoStream, index: FrameIndex, out: Path) -> None:
    sound = next(iter(container.streams.audio), None)
    sources: list[VideoStream | AudioStream] = [stream, *([sound] if sound else [])]
    stamps = iter(index.stamps.tolist())
    with _mp4(out) as target:
        coder = _Coder(stream, sound, target)
        for frame in decoded(container, sources):
            if isinstance(frame, av.VideoFrame):
                coder.picture(frame, next(stamps, None) if index.is_counted else frame.pts)
            elif frame is not None:
                coder.sound(frame)
        coder.end()
