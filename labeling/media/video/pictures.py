"""A decoded frame as an upright picture in the colours that a player shows."""

import numpy as np
from av.video.frame import VideoFrame
from av.video.reformatter import ColorRange, Colorspace
from PIL import Image

__all__ = ["is_turned", "picture_of", "small_picture"]

HD_LINES = 720
"""From here on, unless they say otherwise, videos have the colours of HD; players take it so."""

_HD = {1}
_UNSAID = {2}


def is_turned(rotation: int) -> bool:
    """Whether a rotation, in degrees, swaps width and height."""
    return round(rotation / 90) % 2 == 1


def picture_of(
    frame: VideoFrame, width: int | None = None, height: int | None = None
) -> Image.Image:
    """The frame upright; `width` and `height`, as stored, scale it."""
    said = int(frame.colorspace)
    is_hd = said in _HD or (said in _UNSAID and frame.height >= HD_LINES)
    rgb = frame.reformat(
        width=width,
        height=height,
        format="rgb24",
        src_colorspace=Colorspace.ITU709 if is_hd else Colorspace.ITU601,
        dst_color_range=ColorRange.JPEG,
    ).to_ndarray()
    quarter_turns = round(frame.rotation / 90) % 4
    return Image.fromarray(np.ascontiguousarray(np.rot90(rgb, quarter_turns)))


def small_picture(frame: VideoFrame, lines: int) -> Image.Image:
    """The frame upright and `lines` pixels high."""
    upright = (
        (frame.height, frame.width) if is_turned(frame.rotation) else (frame.width, frame.height)
    )
    width = max(1, round(lines * upright[0] / upright[1]))
    stored = (lines, width) if is_turned(frame.rotation) else (width, lines)
    return picture_of(frame, *stored)
