"""Names clusters by the size of their cuboids, surer the more points lie in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.cloud_objects import cluster_views

__all__ = ["ClusterProposer", "name_of", "open_prelabeler"]

SURE_POINTS = 60
UNSURE = 0.35
"""An object of no kind that is known."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What things of a name usually measure, in metres: length, width, height, at least and most.

    Lidar sees the near sides: a car from behind is short.
    """

    name: str
    least: tuple[float, float, float]
    most: tuple[float, float, float]


KINDS = (
    Kind("pole", (0.05, 0.05, 1.9), (0.7, 0.7, 8.0)),
    Kind("pedestrian", (0.2, 0.15, 1.1), (1.2, 1.0, 2.1)),
    Kind("cyclist", (1.2, 0.25, 1.1), (2.3, 1.0, 2.1)),
    Kind("car", (1.4, 1.1, 0.9), (6.0, 2.5, 2.4)),
    Kind("truck", (2.0, 1.6, 2.2), (18.0, 4.0, 5.0)),
)


class ClusterProposer:
    """See `base.Prelabeler`."""

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return a cuboid for each cluster of each frame."""
        found: list[Proposal] = []
        views = cluster_views(medium.facts)
        for frame, view in enumerate(views):
            path = medium.views.get(view)
            if path is None:
                continue
            for cluster in json.loads(path.read_text(encoding="utf-8"))["clusters"]:
                name, likely = name_of(cluster["cuboid"]["size"])
                enough = min(1.0, 0.4 + 0.6 * cluster["points"] / SURE_POINTS)
                found.append(
                    Proposal(
                        "cuboid",
                        name,
                        round(likely * enough, 3),
                        {**cluster["cuboid"], **({"frame": frame} if len(views) > 1 else {})},
                    )
                )
        if not any(view in medium.views for view in views):
            raise PrelabelerFault("unreadable", "The cloud cannot be cut into clusters.")
        return found


def name_of(size: Sequence[float]) -> tuple[str, float]:
    """Return the first kind that a cuboid of length, width and height can be, and how likely."""
    for kind in KINDS:
        if all(a <= s <= b for a, s, b in zip(kind.least, size, kind.most, strict=True)):
            return kind.name, 0.45 + 0.45 * _typical(kind, size)
    return "object", UNSURE


def _typical(kind: Kind, size: Sequence[float]) -> float:
    """1 in the middle of what is usual, 0 at its edge."""
    away = max(
        abs(s - (a + b) / 2) / ((b - a) / 2)
        for a, s, b in zip(kind.least, size, kind.most, strict=True)
    )
    return 1 - away


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open nothing: the decoder has found the clusters."""
    return ClusterProposer()
