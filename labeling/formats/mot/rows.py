"""Boxes frame by frame, and the tracks with few keyframes that they come from."""

from collections.abc import Mapping
from typing import Any

from labeling.regions.track import SHAPES, at, keyframe_at, visible_intervals

__all__ = ["Seen", "boxes_of", "track_of"]

NEAR_PX = 0.01
"""So near to an even move a box counts as part of it: files round."""

Box = tuple[float, float, float, float]
Seen = Mapping[int, tuple[Box, bool]]
"""Frame, counted from 0 → box and whether it is occluded."""


def boxes_of(track: Mapping[str, Any], frames: int | None) -> Seen:
    """Every frame in which an object is seen; without an end, to the last frame if known."""
    kind = SHAPES[track["shape"]]
    last = frames if frames is not None else track["keyframes"][-1]["frame"] + 1
    found: dict[int, tuple[Box, bool]] = {}
    for start, end in visible_intervals(track, last):
        for frame in range(start, end):
            now, geometry = keyframe_at(track, frame), at(track, frame)
            if now is not None and geometry is not None:
                found[frame] = (kind.bounding_box(geometry), bool(now.get("occluded")))
    return found


def track_of(seen: Seen) -> dict[str, Any]:
    """The track of an object: it is outside where frames are missing, and ends after the last."""
    keyframes: list[dict[str, Any]] = []
    frames = sorted(seen)
    first = 0
    while first < len(frames):
        last = _even_until(frames, first, seen)
        keyframes += [_keyframe(frames[i], seen) for i in sorted({first, last})]
        first = last + 1
        if first < len(frames) and frames[first] > frames[last] + 1:
            gone = _keyframe(frames[last], seen)
            keyframes.append({**gone, "frame": frames[last] + 1, "outside": True})
    return {"shape": "box", "keyframes": keyframes, "end": frames[-1] + 1}


def _even_until(frames: list[int], first: int, seen: Seen) -> int:
    """The last place to which the object goes evenly, seen in every frame, from `first` on."""
    if first + 1 == len(frames) or not _follows(frames, first + 1, seen):
        return first
    start, after = seen[frames[first]][0], seen[frames[first + 1]][0]
    step = [b - a for a, b in zip(start, after, strict=True)]
    last = first + 1
    while last + 1 < len(frames) and _follows(frames, last + 1, seen):
        ways = last + 1 - first
        there = seen[frames[last + 1]][0]
        wanted = [a + ways * by for a, by in zip(start, step, strict=True)]
        if any(abs(a - b) > NEAR_PX for a, b in zip(there, wanted, strict=True)):
            break
        last += 1
    return last


def _follows(frames: list[int], i: int, seen: Seen) -> bool:
    """Whether place `i` is the next frame, and nothing but the box has changed."""
    now, before = frames[i], frames[i - 1]
    return now == before + 1 and seen[now][1] == seen[before][1]


def _keyframe(frame: int, seen: Seen) -> dict[str, Any]:
    (x, y, width, height), occluded = seen[frame]
    geometry = {"x": x, "y": y, "width": width, "height": height}
    return {"frame": frame, "geometry": geometry, **({"occluded": True} if occluded else {})}
