"""Tracks by identity over time; their overlap per frame is that of their kind already."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from annotators.agreement.kinds.measure import Marks, Measure, same_class
from labeling.ontology.parts import Label
from labeling.regions import KINDS
from labeling.regions.frames import at

__all__ = ["IDENTITY"]

SAME = 0.5
MAX_FRAMES = 200
Track = Mapping[str, Any]


def _identity(_label: Label, first: Marks, second: Marks) -> float:
    """IDF1: frames in which one object of the first is one object of the second, over all.

    References
    ----------
    Ristani et al. (2016), "Performance measures and a data set for multi-target, multi-camera
    tracking", doi:10.1007/978-3-319-48881-3_2.
    """
    if not first or not second:
        return float(not first and not second)
    ends = [_end(mark["geometry"]) for mark in (*first, *second)]
    frames = np.unique(np.linspace(0, max(ends) - 1, min(max(ends), MAX_FRAMES)).astype(int))
    paths = [[_path(mark, frames.tolist()) for mark in marks] for marks in (first, second)]
    table = np.asarray(
        [
            [
                _shared(a["geometry"]["shape"], p, q) if same_class(a, b) else 0
                for b, q in zip(second, paths[1], strict=True)
            ]
            for a, p in zip(first, paths[0], strict=True)
        ]
    )
    rows, columns = linear_sum_assignment(table, maximize=True)
    seen = sum(place is not None for side in paths for path in side for place in path)
    return float(2 * table[rows, columns].sum() / seen) if seen else 1.0


def _end(track: Track) -> int:
    return int(track.get("end") or track["keyframes"][-1]["frame"] + 1)


def _path(mark: Track, frames: list[int]) -> list[dict[str, Any] | None]:
    """Where the object is in each frame; nowhere after the track's end."""
    track = mark["geometry"]
    last = _end(track)
    return [at(track, frame) if frame < last else None for frame in frames]


def _shared(shape: str, one: list[dict[str, Any] | None], two: list[dict[str, Any] | None]) -> int:
    iou = KINDS[shape].iou
    both = ((a, b) for a, b in zip(one, two, strict=True) if a is not None and b is not None)
    return sum(iou(a, b) >= SAME for a, b in both)


IDENTITY = Measure("identity_f1", _identity)
