"""Opens videos: only the containers that are asked for, within limits, errors put into words."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import av
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from labeling.media.probe import MediaError
from labeling.media.sniffing import read_head, sniff

__all__ = ["MAX_SIDE_PX", "container_of", "decoded", "open_video", "opened", "stream_of"]

MAX_SIDE_PX = 8_192
MAX_PIXELS = 40_000_000

# FFmpeg names of the demuxers. One that is named cannot be talked into reading a play list, which
# could name other files of this machine, or addresses.
_DEMUXERS = {
    "video/mp4": "mov",
    "video/quicktime": "mov",
    "video/webm": "matroska",
    "video/x-msvideo": "avi",
}


def container_of(path: Path) -> str:
    """The media type of a video file, by its content."""
    head = read_head(path)
    if not head:
        raise MediaError("empty", "the file is empty")
    mime = sniff(head)
    if mime == "video/webm" and b"webm" not in head[:64]:
        return "video/x-matroska"
    if mime not in _DEMUXERS:
        known = "MP4, MOV, WebM, MKV and AVI"
        raise MediaError("unsupported", f"the file is {mime}, no video of a known kind ({known})")
    return mime


@contextmanager
def opened(path: Path) -> Iterator[tuple[InputContainer, VideoStream]]:
    """A video and its first picture stream, nothing decoded yet."""
    container = open_video(path)
    try:
        yield container, stream_of(container)
    except (av.FFmpegError, ValueError, EOFError) as error:
        raise broken(error, path) from error
    finally:
        container.close()


def open_video(path: Path) -> InputContainer:
    """The container; close it."""
    mime = container_of(path)
    demuxer = _DEMUXERS["video/webm" if mime == "video/x-matroska" else mime]
    try:
        return av.open(str(path), format=demuxer, metadata_errors="replace")
    except (av.FFmpegError, ValueError) as error:
        raise broken(error, path) from error


def decoded(
    container: InputContainer, streams: Sequence[VideoStream | AudioStream]
) -> Iterator[VideoFrame | AudioFrame | None]:
    """What the streams hold, in the order of the file; None for a packet that is damaged."""
    for packet in container.demux(list(streams)):
        try:
            frames = packet.decode()
        except av.FFmpegError:  # the rest may be whole
            yield None
            continue
        for frame in frames:
            if isinstance(frame, VideoFrame | AudioFrame):
                yield frame


def broken(error: Exception, path: Path) -> MediaError:
    """What FFmpeg did not like, in words."""
    said = (getattr(error, "strerror", None) or str(error) or type(error).__name__)[:160]
    detail = f"the video is broken, cut off or of a rare variant: {said}; export it as MP4 anew"
    return MediaError("broken", detail.replace(str(path), path.name))


def stream_of(container: InputContainer) -> VideoStream:
    """The first stream of moving pictures, within the limits."""
    streams = [stream for stream in container.streams.video if not _is_cover(stream)]
    if not streams:
        raise MediaError("unsupported", "the file has no moving pictures, perhaps only sound")
    stream = streams[0]
    width, height = stream.width, stream.height
    if not width or not height:
        raise MediaError("broken", "the video says no size of its pictures")
    if max(width, height) > MAX_SIDE_PX or width * height > MAX_PIXELS:
        detail = (
            f"the pictures have {width:,} x {height:,} pixels, "
            f"at most {MAX_SIDE_PX:,} on a side and {MAX_PIXELS:,} in all are allowed"
        )
        raise MediaError("too_large", detail)
    stream.thread_type = "AUTO"
    return stream


def _is_cover(stream: VideoStream) -> bool:
    """Whether the stream is one still picture that goes with music."""
    return bool(stream.disposition & av.stream.Disposition.attached_pic)
