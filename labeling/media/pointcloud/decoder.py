"""Point clouds and scenes: what they hold, and the views that screens ask for."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from labeling.media.decoding.order import Order
from labeling.media.pointcloud.cloud import Cloud
from labeling.media.pointcloud.clusters import find_clusters
from labeling.media.pointcloud.fitting import Wish, fit
from labeling.media.pointcloud.ground import Ground, ground_of, write_ground
from labeling.media.pointcloud.opening import opened
from labeling.media.pointcloud.pictures import picture_size, render_picture, render_thumb
from labeling.media.pointcloud.records import (
    FIRST,
    level_of,
    origin_of,
    places_of,
    records_of,
    summary_of,
)
from labeling.media.pointcloud.registration import between, register
from labeling.media.pointcloud.scene import Frame, Scene
from labeling.media.probe import MediaError, Probe
from labeling.media.sniffing import read_head, sniff

__all__ = ["VIEWS", "probe"]


def probe(path: Path) -> Probe:
    """Read every frame, so that one cut off is found and named.

    A scene may have broken frames as long as one is sound: they say why where they would be seen.
    """
    with opened(path) as scene:
        warnings: list[str] = []
        sequence: list[dict[str, Any]] = []
        sound: list[Cloud] = []
        for number, (frame, cloud) in enumerate(_clouds(scene)):
            if isinstance(cloud, MediaError):
                if len(scene.frames) == 1:
                    raise cloud
                warnings.append(f"frame {number} is left dark: {cloud.detail}")
                sequence.append({"points": 0, "finite": 0, "fault": cloud.detail})
            else:
                if not sound:
                    sound.append(cloud)
                sequence.append(dict(summary_of(cloud)))
            sequence[-1] |= _said_of(scene, frame)
        if not sound:
            raise MediaError("broken", f"none of the scene's frames can be read: {warnings[0]}")
        first = sound[0]
        most = max(item["points"] for item in sequence)
        unplaced = sum(item["points"] - item["finite"] for item in sequence)
        if unplaced:
            warnings.append(f"{unplaced:,} points are NaN: they keep their index and are not shown")
        facts = {
            "frames": len(sequence),
            "points": most,
            "unplaced": unplaced,
            "format": first.format,
            "attributes": list(first.attributes),
            "intensity": _range(first),
            "has_colours": first.colours is not None,
            "origin": origin_of(first),
            "first_level": FIRST,
            "sequence": sequence,
            "cameras": _cameras(scene, warnings),
        }
    mime = sniff(read_head(path))
    return Probe(
        type="pointcloud",
        mime=mime if mime in {"text/plain", "application/zip"} else "application/octet-stream",
        size=path.stat().st_size,
        frames=len(sequence),
        facts=facts,
        warnings=tuple(warnings[:20]),
    )


def _clouds(scene: Scene) -> Iterator[tuple[Frame, Cloud | MediaError]]:
    for number, frame in enumerate(scene.frames):
        try:
            yield frame, scene.cloud(number)
        except MediaError as error:
            yield frame, error


def _said_of(scene: Scene, frame: Frame) -> dict[str, Any]:
    """What the scene says of a frame beside its points; the usual is not repeated."""
    said: dict[str, Any] = {}
    if frame.time is not None:
        said["time"] = frame.time
    if frame.pose is not None:
        said["pose"] = frame.pose
    if frame.images:
        said["images"] = sorted(frame.images)
        said["files"] = dict(sorted(frame.images.items()))
    if frame.calibrations and frame.calibrations != scene.frames[0].calibrations:
        said["calibrations"] = _calibrations(frame)
    return said


def _calibrations(frame: Frame) -> dict[str, Any]:
    return {
        name: {"intrinsic": one.intrinsic, "extrinsic": one.extrinsic}
        for name, one in frame.calibrations.items()
    }


def _cameras(scene: Scene, warnings: list[str]) -> list[dict[str, Any]]:
    usual = _calibrations(scene.frames[0])
    found: list[dict[str, Any]] = []
    for name in scene.cameras:
        frame = next(i for i, item in enumerate(scene.frames) if name in item.images)
        try:
            width, height = scene.sizes.get(name) or picture_size(scene, frame, name)
        except MediaError as error:
            warnings.append(f"camera {name}: {error.detail}")
            width, height = 0, 0
        found.append({"id": name, "width": width, "height": height, **usual.get(name, {})})
    return found


def _range(cloud: Cloud) -> list[float] | None:
    """Between which values nearly all intensities lie."""
    if cloud.intensity is None:
        return None
    known = cloud.intensity[np.isfinite(cloud.intensity)]
    if not len(known):
        return None
    low, high = np.quantile(known, (0.01, 0.99)).tolist()
    return [low, high if high > low else low + 1.0]


def _render_points(order: Order) -> str:
    """Write one level of a frame's points; a level beyond the last point is empty."""
    records = records_of(order, order.whole("frame"))
    order.out.write_bytes(records[level_of(order.whole("level"))].tobytes())
    return "application/octet-stream"


def _render_ground(order: Order) -> str:
    write_ground(order, order.whole("frame"), order.out)
    return "application/json"


def _render_fit(order: Order) -> str:
    places, origin = places_of(order, order.whole("frame"))
    x, y, z = (order.number(name) for name in ("x", "y", "z"))
    length, width, height = (order.number(name) for name in ("length", "width", "height"))
    wish = Wish(
        (x - origin[0], y - origin[1], z - origin[2]),
        (length, width, height),
        order.number("yaw"),
        order.number("gap"),
        order.number("clearance"),
    )
    found = fit(places, _local(order, origin), wish)
    return _write(order, _moved(found, origin))


def _render_clusters(order: Order) -> str:
    places, origin = places_of(order, order.whole("frame"))
    ground = _local(order, origin)
    found = find_clusters(places, ground, order.number("gap"), order.whole("least"))
    return _write(order, {"clusters": [_moved(one, origin) for one in found]})


def _render_register(order: Order) -> str:
    one, other = order.whole("frame"), order.whole("to")
    with opened(order.source) as scene:
        start = between(scene.frame(one).pose, scene.frame(other).pose)
    (source, origin), (target, _) = places_of(order, one), places_of(order, other)
    shift = np.eye(4)
    shift[:3, 3] = origin
    if start is not None:
        start = np.linalg.inv(shift) @ start @ shift
    found = register(source, target, start)
    found["transform"] = (shift @ found["transform"] @ np.linalg.inv(shift)).tolist()
    return _write(order, found)


def _local(order: Order, origin: Any) -> Ground:
    """The ground less the origin."""
    found = ground_of(order, order.whole("frame"))
    x, y, z = origin
    return Ground(found.plane, found.x - x, found.y - y, found.cell, found.heights - z)


def _moved(found: dict[str, Any], origin: Any) -> dict[str, Any]:
    """A cuboid found less the origin, in the coordinates of the file."""
    cuboid = found["cuboid"]
    center = [float(a + b) for a, b in zip(cuboid["center"], origin, strict=True)]
    return {**found, "cuboid": {**cuboid, "center": center}}


def _write(order: Order, found: Any) -> str:
    order.out.write_text(json.dumps(found), encoding="utf-8")
    return "application/json"


VIEWS: dict[str, Callable[[Order], str]] = {
    "thumb": render_thumb,
    "points": _render_points,
    "picture": render_picture,
    "ground": _render_ground,
    "clusters": _render_clusters,
    "fit": _render_fit,
    "register": _render_register,
}
