"""The view `follow`: where a box of one frame is on the next ones, or on those before it."""

import json

import numpy as np
from numpy.typing import NDArray

from labeling.media.decoding.order import Order
from labeling.media.probe import MediaError
from labeling.media.video.following import follow
from labeling.media.video.index import FrameIndex, index_of
from labeling.media.video.pictures import is_turned, small_picture
from labeling.media.video.reader import reader_of

__all__ = ["MOST_FRAMES", "render_follow"]

MOST_FRAMES = 240
LINES = 480
"""Frames are followed on pictures at most so high."""


def render_follow(order: Order) -> str:
    """Writes the box on every frame from `frame` (left out) towards `to`, until it is lost."""
    index = index_of(order.source, order.folder)
    count = len(index.stamps)
    first, last = order.whole("frame"), order.whole("to")
    if max(first, last) >= count:
        detail = f"there are {count} frames, counted from 0; asked was {first} to {last}"
        raise MediaError("unasked", detail)
    if not 1 <= abs(last - first) <= MOST_FRAMES:
        raise MediaError("unasked", f"from frame to frame are 1 to {MOST_FRAMES} steps")
    low, high = min(first, last), max(first, last)
    numbers, frames, scale = _greys(order, index, low, high)
    if last < first:
        numbers, frames = numbers[::-1], frames[::-1]
    x, y, width, height = (order.number(name) * scale for name in ("x", "y", "width", "height"))
    if not numbers or numbers[0] != first:
        raise MediaError("broken", f"frame {first} is damaged: begin at another one")
    boxes = [
        {
            "frame": number,
            "x": round(box.x / scale, 2),
            "y": round(box.y / scale, 2),
            "width": round(box.width / scale, 2),
            "height": round(box.height / scale, 2),
            "sure": box.sure,
        }
        for number, box in zip(numbers[1:], follow(frames, (x, y, width, height)), strict=False)
    ]
    is_lost = len(boxes) < len(numbers) - 1
    order.out.write_text(json.dumps({"boxes": boxes, "is_lost": is_lost}), encoding="utf-8")
    return "application/json"


def _greys(
    order: Order, index: FrameIndex, low: int, high: int
) -> tuple[list[int], list[NDArray[np.uint8]], float]:
    """The sound frames of a stretch in order, small and grey, and by how much they shrank."""
    numbers: list[int] = []
    frames: list[NDArray[np.uint8]] = []
    scale = 1.0
    reader = reader_of(order.source, index)
    for number in range(low, high + 1):
        frame = reader.frame(number)
        if frame is None:
            continue
        lines = frame.width if is_turned(frame.rotation) else frame.height
        scale = min(LINES, lines) / lines
        numbers.append(number)
        frames.append(np.asarray(small_picture(frame, min(LINES, lines)).convert("L")))
    return numbers, frames, scale
