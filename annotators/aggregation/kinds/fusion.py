"""One geometry out of several of the same thing, weighted by people's ability; a rule a kind."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.kinds.staple import staple
from labeling.regions import KINDS
from labeling.regions.mask import from_array, to_array

__all__ = ["FUSIONS", "fuse"]

Array = NDArray[np.float64]
Geometry = Mapping[str, Any]
Fusion = Callable[[Sequence[Geometry], Array], dict[str, Any]]
ABSENT = 0


def fuse(kind: str, geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
    """Return the consensus geometry; what cannot be averaged is represented by its most typical.

    Parameters
    ----------
    kind : str
    geometries : sequence of geometries of that kind, all of one thing
    weights : ndarray, shape (n,)
        How far each person is trusted.
    """
    if len(geometries) == 1 or not _are_alike(geometries):
        return dict(geometries[int(weights.argmax())])
    rule = FUSIONS.get(kind)
    return rule(geometries, weights) if rule else _typical(kind, geometries, weights)


def _are_alike(geometries: Sequence[Geometry]) -> bool:
    """Whether they stand on one slice, page, turn or frame, and say the same things."""
    places = ("plane", "slice", "page", "turn", "frame", "size")
    first = geometries[0]
    return all(
        one.keys() == first.keys() and all(_place(one, p) == _place(first, p) for p in places)
        for one in geometries
    )


def _place(geometry: Geometry, name: str) -> Any:
    # A cuboid's size is a measure, a mask's the image's.
    return None if name == "size" and "center" in geometry else geometry.get(name)


def _typical(kind: str, geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
    """The one that overlaps most with the others."""
    iou = KINDS[kind].iou
    table = np.asarray([[iou(a, b) for b in geometries] for a in geometries])
    return dict(geometries[int((table @ weights).argmax())])


def _means(names: Sequence[str]) -> Fusion:
    def rule(geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
        table = np.asarray([[one[name] for name in names] for one in geometries], dtype=np.float64)
        means = np.average(table, axis=0, weights=weights).tolist()
        return {**geometries[0], **dict(zip(names, means, strict=True))}

    return rule


def _box(geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
    names = ["x", "y", "width", "height"]
    return _means([*names, "z", "depth"] if "z" in geometries[0] else names)(geometries, weights)


def _turned(names: Sequence[str], turn: float) -> Fusion:
    """Means of numbers, and of angles on their circle: 359 and 1 degrees are near."""

    def rule(geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
        angles = np.asarray([one["angle"] for one in geometries]) * 2 * np.pi / turn
        mean = np.angle((weights * np.exp(1j * angles)).sum()) * turn / (2 * np.pi)
        return {**_means(names)(geometries, weights), "angle": float(mean % turn)}

    return rule


def _ends(geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
    """Weighted medians: an end lies where somebody put it, so that words are not cut."""
    found = dict(geometries[int(weights.argmax())])
    return {**found, **{name: _median(geometries, name, weights) for name in ("start", "end")}}


def _median(geometries: Sequence[Geometry], name: str, weights: Array) -> Any:
    order = sorted(range(len(geometries)), key=lambda i: geometries[i][name])
    upto = np.cumsum(weights[order])
    return geometries[order[int(np.searchsorted(upto, upto[-1] / 2))]][name]


def _keypoints(geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
    """Point by point: the visibility with most weight, and the mean of those who placed it."""
    if len({len(one["points"]) for one in geometries}) > 1:
        return _typical("keypoints", geometries, weights)
    table = np.asarray([one["points"] for one in geometries], dtype=np.float64)
    points = []
    for point in range(table.shape[1]):
        seen = table[:, point, 2].astype(int)
        votes = np.bincount(seen, weights, minlength=3)
        placed = seen != ABSENT
        if votes[ABSENT] >= votes[1:].sum():
            points.append([0.0, 0.0, ABSENT])
        else:
            mean = np.average(table[placed, point, :2], axis=0, weights=weights[placed])
            points.append([*mean.tolist(), int(1 + votes[1:].argmax())])
    return {**geometries[0], "points": points}


def _cuboid(geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
    """Means of centre and size; of rotations the quaternion nearest to all.

    References
    ----------
    Markley et al. (2007), "Averaging quaternions", doi:10.2514/1.28949.
    """
    found = dict(geometries[0])
    for name in ("center", "size"):
        table = np.asarray([one[name] for one in geometries], dtype=np.float64)
        found[name] = np.average(table, axis=0, weights=weights).tolist()
    turns = np.asarray([one["rotation"] for one in geometries], dtype=np.float64)
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    mean = np.linalg.eigh((turns * weights[:, None]).T @ turns)[1][:, -1]
    found["rotation"] = (mean if mean[0] >= 0 else -mean).tolist()
    return found


def _mask(geometries: Sequence[Geometry], weights: Array) -> dict[str, Any]:
    if "slices" in geometries[0]:
        return _typical("mask", geometries, weights)
    found = staple(np.stack([to_array(one) for one in geometries])).probability >= 0.5
    return from_array(found) if found.any() else _typical("mask", geometries, weights)


FUSIONS: Mapping[str, Fusion] = MappingProxyType(
    {
        "box": _box,
        "page_box": _box,
        "rotated_box": _turned(("cx", "cy", "width", "height"), 360.0),
        "ellipse": _turned(("cx", "cy", "rx", "ry"), 180.0),
        "span": _ends,
        "range": _ends,
        "keypoints": _keypoints,
        "cuboid": _cuboid,
        "mask": _mask,
    }
)
