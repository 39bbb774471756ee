"""One click, or a rough cuboid, to a cuboid that fits an object's points."""

from dataclasses import dataclass
from math import cos, hypot, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from labeling.media.pointcloud.boxing import Box, best_yaw, box_at, lengthwise
from labeling.media.pointcloud.ground import Ground
from labeling.media.probe import MediaError

__all__ = ["Wish", "fit"]

Numbers = NDArray[np.float64]

REACH_M = 15.0
"""No object is larger than this about the click."""

STEP_BACK_M = 2.0
"""How far from the click the object's nearest point may be."""

SPREAD = 0.009
"""Metres between beams for each metre from the sensor: what is far is sparse."""

MARGIN_M = 0.3
MARGIN = 0.15
STANDS_M = 0.7
"""Lower ends this near to the ground stand on it."""

MAX_POINTS = 40_000
LEAST_POINTS = 3


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for: a place, or a rough cuboid where `size` is above 0, less the origin."""

    place: tuple[float, float, float]
    size: tuple[float, float, float]
    yaw: float
    gap: float
    clearance: float

    @property
    def is_rough(self) -> bool:
        """Whether a cuboid was given, not only a place."""
        return min(self.size) > 0


def fit(places: Numbers, ground: Ground, wish: Wish) -> dict[str, Any]:
    """The cuboid that fits, as JSON: its geometry, and how many points it took.

    Raises
    ------
    MediaError
        When there is nothing to fit to.
    """
    near = places[np.abs(places[:, :2] - wish.place[:2]).max(axis=1) < REACH_M]
    standing = near[near[:, 2] - ground.below(near) > wish.clearance]
    found = _inside(standing, wish) if wish.is_rough else _grown(standing, wish)
    if len(found) < LEAST_POINTS:
        detail = "there are too few points above the ground there; click on the object itself"
        raise MediaError("unasked", detail)
    box = _boxed(found, ground, wish)
    return {"cuboid": box.to_json(), "points": len(found)}


def _boxed(found: Numbers, ground: Ground, wish: Wish) -> Box:
    floor = float(ground.below(found.mean(axis=0)[None, :])[0])
    bottom = floor if found[:, 2].min() - floor < STANDS_M else None
    if wish.is_rough:
        return box_at(found, best_yaw(found, near=wish.yaw), bottom)
    return lengthwise(found, bottom)


def _inside(places: Numbers, wish: Wish) -> Numbers:
    """Points in the rough cuboid made a little larger."""
    c, s = cos(wish.yaw), sin(wish.yaw)
    gone = places - wish.place
    local = np.column_stack(
        [gone[:, 0] * c + gone[:, 1] * s, -gone[:, 0] * s + gone[:, 1] * c, gone[:, 2]]
    )
    half = np.array(wish.size) / 2
    room = half + np.minimum(half * MARGIN, MARGIN_M)
    inside = places[(np.abs(local) <= room).all(axis=1)]
    return _largest(inside[:: max(1, len(inside) // MAX_POINTS)], _gap(wish))


def _grown(places: Numbers, wish: Wish) -> Numbers:
    """Points that hang together with the one nearest to the click."""
    if len(places) == 0:
        return places
    places = places[:: max(1, len(places) // MAX_POINTS)]
    away, seed = cKDTree(places).query(wish.place)
    if away > STEP_BACK_M:
        return places[:0]
    return places[_reached(places, int(seed), _gap(wish))]


def _gap(wish: Wish) -> float:
    """How far apart two points of one object may be."""
    return max(wish.gap, SPREAD * hypot(*wish.place[:2]))


def _reached(places: Numbers, seed: int, gap: float) -> NDArray[np.bool_]:
    """Which points hang together with one of them, shape (n,).

    Cells of a third of the gap stand for their points, so that dense clouds cost no more.
    """
    cells, cell_of = np.unique(np.floor(places * (3 / gap)), axis=0, return_inverse=True)
    cell_of = cell_of.reshape(-1)
    tree = cKDTree(cells)
    taken = np.zeros(len(cells), dtype=bool)
    edge = np.array([cell_of[seed]])
    taken[edge] = True
    while len(edge):
        reached = tree.query_ball_point(cells[edge], 3.0)
        fresh = np.unique(np.concatenate([np.asarray(part, dtype=int) for part in reached]))
        edge = fresh[~taken[fresh]]
        taken[edge] = True
    return np.asarray(taken[cell_of])


def _largest(places: Numbers, gap: float) -> Numbers:
    """The most points that hang together: a neighbour's mirror does not stretch a car."""
    best = places[:0]
    while len(places) > len(best):
        part = _reached(places, 0, gap)
        if part.sum() > len(best):
            best = places[part]
        places = places[~part]
    return best
