"""Videos: what they are by content, and the views of them."""

from pathlib import Path

import numpy as np
from av.video.frame import VideoFrame

from labeling.media.decoding.order import Order
from labeling.media.probe import MediaError, Probe
from labeling.media.video.container import container_of, decoded, opened
from labeling.media.video.follow_view import render_follow
from labeling.media.video.frames import render_frame, render_strip, render_thumbnail
from labeling.media.video.index import FrameIndex, index_of, read_index
from labeling.media.video.pictures import is_turned
from labeling.media.video.playing import is_playable, render_video

__all__ = ["VIEWS", "probe"]

MAX_SECONDS = 24 * 3600


def probe(path: Path) -> Probe:
    """Reads every time stamp, and decodes the first frame to see how it is to be held."""
    mime = container_of(path)
    index = read_index(path)
    if index.duration > MAX_SECONDS:
        detail = f"the video lasts {index.duration / 3600:.1f} hours, at most 24 are allowed"
        raise MediaError("too_large", detail)
    with opened(path) as (container, stream):
        said = (container.duration or 0) / 1e6
        playable = is_playable(mime, container, stream)
        codec, ratio = stream.codec_context.name, stream.sample_aspect_ratio
        sound = len(container.streams.audio) > 0
        frame = next((one for one in decoded(container, [stream]) if one), None)
    if not isinstance(frame, VideoFrame):
        raise MediaError("broken", "no frame of the video can be decoded; export it as MP4 anew")
    width, height = frame.width, frame.height
    if is_turned(frame.rotation):
        width, height = height, width
    return Probe(
        type="video",
        mime=mime,
        size=path.stat().st_size,
        width=width,
        height=height,
        frames=len(index.stamps),
        duration=round(index.duration, 6),
        is_web_safe=playable,
        facts={
            "frames": len(index.stamps),
            "codec": codec,
            "is_playable": playable,
            "has_sound": sound,
            **_pace(index),
        },
        warnings=tuple(_warnings(index, said, ratio)),
    )


def _pace(index: FrameIndex) -> dict[str, float | bool | None]:
    """Frames a second on average, only to be read by people, and whether they are uneven."""
    gaps = np.diff(index.stamps)
    if not gaps.size:
        return {"rate": None, "varies": False}
    rate = len(gaps) / (float(gaps.sum()) * float(index.base))
    # Stamps are whole numbers: a difference of one is rounding.
    is_even = gaps.max() - gaps.min() <= 1 or gaps.max() <= 1.1 * gaps.min()
    return {"rate": round(rate, 3), "varies": not is_even}


def _warnings(index: FrameIndex, said: float, ratio: object) -> list[str]:
    found = []
    if index.is_counted:
        found.append("tells no times of its frames; they were counted, and seeking is slow")
    if said > 1.1 * (index.start + index.duration) + 1:
        found.append(f"ends at {index.duration:.1f} s, its header says {said:.1f} s: cut off?")
    if ratio not in (None, 0, 1):
        found.append("has pixels that are not square; frames are shown as stored")
    return found


def _render_index(order: Order) -> str:
    """Writes the presentation time of every frame, in seconds, as little-endian float64."""
    times = index_of(order.source, order.folder).times
    order.out.write_bytes(times.astype("<f8").tobytes())
    return "application/octet-stream"


VIEWS = {
    "index": _render_index,
    "frame": render_frame,
    "follow": render_follow,
    "strip": render_strip,
    "video": render_video,
    "thumb": render_thumbnail,
}
