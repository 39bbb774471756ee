"""Where a track's object is at a frame, when it is seen, and how far two tracks agree."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any

from labeling.regions.interpolation import between
from labeling.regions.kind import Geometry

__all__ = ["at", "keyframe_at", "mean_overlap", "visible_intervals"]

MAX_FRAMES_COMPARED = 100

Interval = tuple[int, int]
"""First frame, and the first one after."""


def keyframe_at(track: Geometry, frame: int) -> Mapping[str, Any] | None:
    """The keyframe that holds at a frame: it says what is occluded, and the attributes."""
    i = bisect_right(track["keyframes"], frame, key=_frame_of) - 1
    end = track.get("end")
    if i < 0 or (end is not None and frame >= end):
        return None
    found: Mapping[str, Any] = track["keyframes"][i]
    return found


def at(track: Geometry, frame: int) -> dict[str, Any] | None:
    """The geometry at a frame, or None where the object is not there to be seen."""
    keyframes = track["keyframes"]
    now = keyframe_at(track, frame)
    if now is None or now.get("outside"):
        return None
    i = bisect_right(keyframes, frame, key=_frame_of)
    if i == len(keyframes):
        return dict(now["geometry"])
    then = keyframes[i]
    share = (frame - now["frame"]) / (then["frame"] - now["frame"])
    return between(track["shape"], now["geometry"], then["geometry"], share)


def _frame_of(keyframe: Mapping[str, Any]) -> int:
    return int(keyframe["frame"])


def visible_intervals(track: Geometry, last: int) -> list[Interval]:
    """Frames [start, end) in which the object is seen; one without an end is until `last`."""
    keyframes = track["keyframes"]
    end = track.get("end")
    stops = [*(item["frame"] for item in keyframes[1:]), last if end is None else end]
    found: list[Interval] = []
    for item, stop in zip(keyframes, stops, strict=True):
        if item.get("outside") or item["frame"] >= stop:
            continue
        if found and found[-1][1] == item["frame"]:
            found[-1] = (found[-1][0], stop)
        else:
            found.append((item["frame"], stop))
    return found


def _horizon(track: Geometry) -> int:
    """The first frame of which the track says nothing by itself."""
    return int(track.get("end") or track["keyframes"][-1]["frame"] + 1)


def mean_overlap(a: Geometry, b: Geometry, overlap: Callable[[Geometry, Geometry], float]) -> float:
    """Mean overlap over the frames in which either object is seen; 0 where only one is.

    A track without an end is compared up to where the other one speaks. Of more than
    `MAX_FRAMES_COMPARED` frames, so many are compared, spread evenly.
    """
    last = max(_horizon(a), _horizon(b))
    seen_a, seen_b = visible_intervals(a, last), visible_intervals(b, last)
    if max(seen_a[0][0], seen_b[0][0]) >= min(seen_a[-1][1], seen_b[-1][1]):
        return 0.0
    frames = _spread(_union([*seen_a, *seen_b]))
    total = 0.0
    for frame in frames:
        one, two = at(a, frame), at(b, frame)
        total += overlap(one, two) if one is not None and two is not None else 0.0
    return total / len(frames)


def _union(intervals: list[Interval]) -> list[Interval]:
    found: list[Interval] = []
    for start, end in sorted(intervals):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _spread(intervals: list[Interval]) -> list[int]:
    """All frames of the intervals, or the middles of `MAX_FRAMES_COMPARED` equal shares of them."""
    count = sum(end - start for start, end in intervals)
    kept = min(count, MAX_FRAMES_COMPARED)
    wanted = [(2 * i + 1) * count // (2 * kept) for i in range(kept)]
    found: list[int] = []
    before = 0
    for start, end in intervals:
        while len(found) < kept and wanted[len(found)] - before < end - start:
            found.append(start + wanted[len(found)] - before)
        before += end - start
    return found
