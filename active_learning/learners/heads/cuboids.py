"""From clusters to cuboids: each cluster's class, and its box as large as its class usually is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from active_learning.acquisition.seed_band import DEFAULT_BAND, Band
from active_learning.learners.heads.clusters import cuboid_at
from active_learning.learners.heads.judgement import Judgement
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import Parts
from active_learning.learners.heads.scored import LEAST, judged_by_score, likeliest
from labeling.regions.cuboid import KIND, axes

__all__ = ["SIZES", "completed", "judge_cuboids"]

SIZES = "sizes"
"""Fact of the heads: usual length, width and height of each class in metres."""
SAME = 0.1
"""Overlap from which two cuboids are of one thing."""
END_ON = 1.25
"""A cluster at most so much longer than its class is wide is seen from the end."""
DIGITS = 4


def judge_cuboids(
    heads: Heads, inputs: Sequence[Parts], band: Band = DEFAULT_BAND
) -> list[Judgement]:
    """Return the things in each cloud, and how sure the least decided ones are."""
    return [_judge(heads, parts, band) for parts in inputs]


def _judge(heads: Heads, parts: Parts, band: Band) -> Judgement:
    names, scores = likeliest(heads, parts)
    sizes: Mapping[str, Sequence[float]] = heads.facts.get(SIZES, {})
    kept: list[int] = []
    cuboids: list[dict[str, Any]] = []
    for place in np.argsort(-scores, kind="stable"):
        if scores[place] < LEAST:
            break
        found = completed(cuboid_at(parts, int(place)), sizes.get(names[place]))
        if all(KIND.iou(found, other) < SAME for other in cuboids):
            kept.append(int(place))
            cuboids.append(found)
    shown = [names[place] for place in kept]
    return judged_by_score(shown, scores[kept], cuboids.__getitem__, band)


def completed(cluster: Mapping[str, Any], usual: Sequence[float] | None) -> dict[str, Any]:
    """Return a cluster's cuboid, grown away from the sensor to its class's usual size.

    A lidar sees the near sides of things: what it hit stays where it is, the far sides move.
    """
    if usual is None:
        return dict(cluster)
    length, width, _ = (float(side) for side in usual)
    turned = dict(cluster)
    if length > END_ON * width and cluster["size"][0] <= END_ON * width:
        turned = _turned(cluster)
    size = np.asarray(turned["size"], dtype=np.float64)
    grown = np.maximum(size, np.asarray(usual, dtype=np.float64))
    center, own = np.asarray(turned["center"], dtype=np.float64), axes(turned)
    side = np.sign(own @ center)
    side[2] = 1.0  # upwards: the ground is below
    center = center + (side * (grown - size) / 2) @ own
    return turned | {"center": center.round(DIGITS).tolist(), "size": grown.round(DIGITS).tolist()}


def _turned(cluster: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same cuboid with length and width exchanged: a quarter turn about its height."""
    length, width, height = cluster["size"]
    w, x, y, z = cluster["rotation"]
    half = np.sqrt(0.5)
    rotation = [half * (w - z), half * (x + y), half * (y - x), half * (w + z)]
    return {**cluster, "size": [width, length, height], "rotation": rotation}
