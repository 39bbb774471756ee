"""Tracks: one object over frames, {shape, keyframes, end?}.

A keyframe is {frame, geometry, outside?, occluded?, attributes?, origin?}. Keyframes ascend.
Between two the geometry moves (see `interpolation`), also towards one that is `outside`; after the
last it stays, to `end`, the first frame in which the object is gone, or to the last frame where
there is none. An object is not seen before its first keyframe, nor from one that says `outside` to
the next. `occluded` and `attributes` (those that the ontology calls mutable) hold until the next
keyframe. A keyframe's cuboid says no frame of its own. `origin` is as of regions, and a person's
where it is not said: {"kind": "prediction"} is one that a tracker proposed and nobody confirmed.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from labeling.regions import (
    box,
    cuboid,
    ellipse,
    keypoints,
    mask,
    polygon,
    polyline,
    rotated_box,
)
from labeling.regions.frames import at, keyframe_at, mean_overlap, visible_intervals
from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import fault_of_index, fault_of_origin

__all__ = ["KIND", "SHAPES", "at", "keyframe_at", "shapes_on", "visible_intervals"]

SHAPES: Mapping[str, RegionKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            box.KIND,
            rotated_box.KIND,
            ellipse.KIND,
            polygon.KIND,
            polyline.KIND,
            keypoints.KIND,
            mask.KIND,
            cuboid.KIND,
        )
    }
)
"""What can be tracked; on point clouds it is the cuboid, on video everything else."""

STAY_INSIDE = frozenset({"box", "polygon", "mask"})
"""Shapes that between keyframes never leave the upright box around all of them."""

MAX_KEYFRAMES = 100_000
MAX_FAULTS = 20


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    name = geometry.get("shape")
    kind = SHAPES.get(name) if isinstance(name, str) else None
    fitting = shapes_on(bounds.field)
    if kind is None or name not in fitting:
        return [("/shape", f"must be one of: {', '.join(fitting)}")]
    keyframes = geometry.get("keyframes")
    if not isinstance(keyframes, list) or not 1 <= len(keyframes) <= MAX_KEYFRAMES:
        return [("/keyframes", f"must be a list of 1 to {MAX_KEYFRAMES:,} keyframes")]
    faults = _check_keyframes(kind, keyframes, bounds)
    if faults:
        return faults
    if all(item.get("outside", False) for item in keyframes):
        return [("/keyframes", "the object is outside in every keyframe")]
    return _check_end(geometry, bounds)


def shapes_on(field: str | None) -> tuple[str, ...]:
    """The kinds that can be tracked on a type of field; all where it is not known."""
    if field is None:
        return tuple(SHAPES)
    return tuple(name for name in SHAPES if (name == "cuboid") == (field == "pointcloud"))


def _check_keyframes(kind: RegionKind, keyframes: list[Any], bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    inner = replace(bounds, field=bounds.field or "video", frames=None)
    last = -1
    for i, item in enumerate(keyframes):
        where = f"/keyframes/{i}"
        if not isinstance(item, Mapping):
            faults.append((where, "must be an object"))
            continue
        frame: Any = item.get("frame")
        said = fault_of_index(frame, bounds.frames, "frames")
        if said is None and frame <= last:
            said = f"is {frame}, must be after the keyframe before, at {last}"
        if said:
            faults.append((f"{where}/frame", said))
        else:
            last = frame
        of_shape = kind.validate(item.get("geometry"), inner)
        found = [("/geometry" + below, detail) for below, detail in of_shape] + _check_flags(item)
        faults.extend((where + below, detail) for below, detail in found)
        if len(faults) >= MAX_FAULTS:
            break
    return faults


def _check_flags(keyframe: Mapping[str, Any]) -> list[Fault]:
    faults = [
        (f"/{name}", "must be true or false")
        for name in ("outside", "occluded")
        if not isinstance(keyframe.get(name, False), bool)
    ]
    geometry = keyframe.get("geometry")
    if isinstance(geometry, Mapping) and "frame" in geometry:
        faults.append(("/geometry/frame", "has no place here: the keyframe says its frame"))
    if not isinstance(keyframe.get("attributes", {}), Mapping):
        faults.append(("/attributes", "must be an object of attribute id to value"))
    if said := fault_of_origin(keyframe.get("origin")):
        faults.append(("/origin", said))
    return faults


def _check_end(geometry: Geometry, bounds: Bounds) -> list[Fault]:
    end = geometry.get("end")
    if end is None:
        return []
    said = fault_of_index(end, None, "frames")
    last = geometry["keyframes"][-1]["frame"]
    if said is None and end <= last:
        said = f"is {end}, must be after the last keyframe, at {last}"
    if said is None and bounds.frames is not None and end > bounds.frames:
        said = f"is {end}, there are {bounds.frames} frames"
    return [("/end", said)] if said else []


def _seen(track: Geometry) -> list[Mapping[str, Any]]:
    return [item["geometry"] for item in track["keyframes"] if not item.get("outside")]


def _are_apart(a: Geometry, b: Geometry) -> bool:
    ax, ay, aw, ah = _bounding_box(a)
    bx, by, bw, bh = _bounding_box(b)
    return ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay


def _bounding_box(geometry: Geometry) -> BoundingBox:
    """Around the geometry of every keyframe, also those to which the object only moves."""
    kind = SHAPES[geometry["shape"]]
    boxes = [kind.bounding_box(item["geometry"]) for item in geometry["keyframes"]]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(x + w for x, _, w, _ in boxes), max(y + h for _, y, _, h in boxes)
    return (left, top, right - left, bottom - top)


def _area(geometry: Geometry) -> float:
    """Mean over the keyframes in which the object is seen."""
    seen = _seen(geometry)
    return sum(SHAPES[geometry["shape"]].area(item) for item in seen) / len(seen)


def _iou(a: Geometry, b: Geometry) -> float:
    if a["shape"] != b["shape"] or (a["shape"] in STAY_INSIDE and _are_apart(a, b)):
        return 0.0
    return mean_overlap(a, b, SHAPES[a["shape"]].iou)


def _key(geometry: Geometry) -> tuple[Any, ...]:
    key = SHAPES[geometry["shape"]].key
    return (
        geometry["shape"],
        geometry.get("end"),
        tuple(
            (item["frame"], bool(item.get("outside")), key(item["geometry"]))
            for item in geometry["keyframes"]
        ),
    )


KIND = RegionKind(
    "track", frozenset({"video", "pointcloud"}), _validate, _bounding_box, _area, _iou, _key
)
