"""A frame's points as browsers take them: in random order, so that any beginning is a sample."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.media.decoding.once import written_once
from labeling.media.decoding.order import Order
from labeling.media.pointcloud.cloud import Cloud
from labeling.media.pointcloud.opening import opened
from labeling.media.pointcloud.scene import Scene

__all__ = ["FIRST", "RECORD", "level_of", "origin_of", "places_of", "records_of"]

FIRST = 65_536
"""Points in level 0; each further level doubles what there is."""

RECORD = np.dtype(
    [("xyz", "<f4", (3,)), ("intensity", "<f4"), ("colour", "u1", (4,)), ("index", "<u4")]
)
"""24 bytes: place less the origin, intensity, red green blue 1, index in the source file."""

COLOURED = 1
"""Fourth byte of a colour: one at which its bytes, taken for a float, stay what they are."""

FAR_M = 10_000.0
SEED = 7


def level_of(level: int) -> slice:
    """Which points of the random order a level holds."""
    return slice(0, FIRST) if level == 0 else slice(FIRST << (level - 1), FIRST << level)


def origin_of(cloud: Cloud) -> list[float]:
    """What to take off coordinates so that floats of 4 bytes hold them: 0 but on maps."""
    middle = np.nanmedian(np.where(cloud.finite[:, None], cloud.xyz, np.nan), axis=0)
    if np.abs(middle).max() < FAR_M:
        return [0.0, 0.0, 0.0]
    return [float(round(number, -2)) for number in middle]


def records_of(order: Order, frame: int) -> NDArray[Any]:
    """The records of a frame, mapped from the file that all views of it share."""
    path = written_once(
        order.folder / f"frame-{frame}.points", lambda out: _write(order.source, frame, out)
    )
    return np.memmap(path, dtype=RECORD, mode="r")


def places_of(order: Order, frame: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where the points of a frame are less the origin, shape (n, 3), and the origin."""
    records = records_of(order, frame)
    origin = json.loads(_origin_file(order).read_text(encoding="utf-8"))
    return records["xyz"].astype(np.float64), np.array(origin)


def _origin_file(order: Order) -> Path:
    def write(out: Path) -> None:
        with opened(order.source) as scene:
            out.write_text(json.dumps(first_origin(scene)), encoding="utf-8")

    return written_once(order.folder / "origin.json", write)


def first_origin(scene: Scene) -> list[float]:
    """The origin of all frames: that of the first."""
    return origin_of(scene.cloud(0))


def _write(source: Path, frame: int, out: Path) -> None:
    with opened(source) as scene:
        cloud = scene.cloud(frame)
        origin = origin_of(cloud) if frame == 0 else first_origin(scene)
    order = np.flatnonzero(cloud.finite)
    np.random.default_rng(SEED).shuffle(order)
    records = np.zeros(len(order), dtype=RECORD)
    records["xyz"] = cloud.xyz[order] - origin
    if cloud.intensity is not None:
        records["intensity"] = np.nan_to_num(cloud.intensity[order])
    if cloud.colours is not None:
        records["colour"][:, :3] = cloud.colours[order]
        records["colour"][:, 3] = COLOURED
    records["index"] = order
    records.tofile(out)


def summary_of(cloud: Cloud) -> Mapping[str, Any]:
    """What facts say of a frame's points."""
    places = cloud.xyz[cloud.finite]
    return {
        "points": len(cloud.xyz),
        "finite": len(places),
        "min": places.min(axis=0).tolist(),
        "max": places.max(axis=0).tolist(),
    }
