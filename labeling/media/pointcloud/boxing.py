"""The cuboid around an object's points: upright, its sides where lidar saw walls."""

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Box", "best_yaw", "box_at"]

Numbers = NDArray[np.float64]

STEP = np.radians(1.0)
NEAREST_M = 0.1
SAMPLE = 3_000
LEAST_SIDE_M = 0.05


@dataclass(frozen=True, slots=True)
class Box:
    """An upright cuboid: middle, size along its own axes, and heading in radians."""

    center: tuple[float, float, float]
    size: tuple[float, float, float]
    yaw: float

    def to_json(self) -> dict[str, Any]:
        """As a region's geometry."""
        half = self.yaw / 2
        return {
            "center": [round(number, 4) for number in self.center],
            "size": [round(number, 4) for number in self.size],
            "rotation": [cos(half), 0.0, 0.0, sin(half)],
        }


def best_yaw(places: Numbers, near: float | None = None) -> float:
    """The heading, 0 to a quarter turn, at which points lie closest to the sides of a small box.

    Parameters
    ----------
    places : ndarray, shape (n, 2 or 3)
    near : float, optional
        A heading that is about right; the best within an eighth turn of it is taken, and the
        answer is that heading.

    References
    ----------
    Zhang, Xu, Dong, Dolan (2017), "Efficient L-shape fitting for vehicle detection using laser
    scanners", doi:10.1109/IVS.2017.7995698; the closeness criterion, here for each square metre
    of the box: mirrors and neighbours' points tempt closeness alone to oblique boxes.
    """
    flat = places[:: max(1, len(places) // SAMPLE), :2]
    flat = flat - flat.mean(axis=0)
    start = 0.0 if near is None else near - pi / 4
    coarse = start + np.arange(0, pi / 2, STEP)
    best = coarse[np.argmax(_closeness(flat, coarse))]
    fine = best + np.arange(-9, 10) * STEP / 10
    return float(fine[np.argmax(_closeness(flat, fine))])


def _closeness(flat: Numbers, yaws: Numbers) -> Numbers:
    """How close points are to the nearest side, by the box's area, for each heading, shape (k,)."""
    c, s = np.cos(yaws)[:, None], np.sin(yaws)[:, None]
    along = flat[:, 0] * c + flat[:, 1] * s
    across = -flat[:, 0] * s + flat[:, 1] * c
    gaps = np.minimum(_to_ends(along), _to_ends(across))
    area = (np.ptp(along, axis=1) + NEAREST_M) * (np.ptp(across, axis=1) + NEAREST_M)
    return np.asarray((1.0 / np.maximum(gaps, NEAREST_M)).mean(axis=1) / area)


def _to_ends(values: Numbers) -> Numbers:
    low, high = values.min(axis=1, keepdims=True), values.max(axis=1, keepdims=True)
    return np.asarray(np.minimum(values - low, high - values))


def box_at(places: Numbers, yaw: float, bottom: float | None = None) -> Box:
    """The smallest box of that heading around points, standing on `bottom` where it is given."""
    c, s = cos(yaw), sin(yaw)
    along = places[:, 0] * c + places[:, 1] * s
    across = -places[:, 0] * s + places[:, 1] * c
    low = [float(values.min()) for values in (along, across, places[:, 2])]
    high = [float(values.max()) for values in (along, across, places[:, 2])]
    if bottom is not None:
        low[2] = min(bottom, high[2] - LEAST_SIDE_M)
    u, v, z = ((a + b) / 2 for a, b in zip(low, high, strict=True))
    length, width, height = (max(b - a, LEAST_SIDE_M) for a, b in zip(low, high, strict=True))
    return Box((u * c - v * s, u * s + v * c, z), (length, width, height), yaw)


def lengthwise(places: Numbers, bottom: float | None = None) -> Box:
    """The best box around points; its longer side is its length, heading forward of the sensor."""
    yaw = best_yaw(places)
    box = box_at(places, yaw, bottom)
    if box.size[1] > box.size[0]:
        yaw += pi / 2
    yaw = (yaw + pi / 2) % pi - pi / 2
    return box_at(places, yaw, bottom)
