"""Point clouds as clusters: each may be, or be of, a thing that somebody marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.clouds import DIMENSIONS, cluster_features
from active_learning.embeddings.fields import Encoders
from active_learning.learners.heads.parts import KeepsParts, Parts

__all__ = ["ClusterReader", "cuboid_at"]

FRAME = 10
"""Column of `Parts.places` behind centre, size and rotation."""


class ClusterReader(KeepsParts):
    """Reads clouds cluster by cluster; see `KeptReader`.

    ``places`` are centre, size, rotation and frame; ``extent`` is the number of frames.
    """

    def __init__(self, encoders: Encoders, field_type: str) -> None:
        del encoders, field_type  # clusters are measured, and only clouds have them

    @property
    def id(self) -> str:
        """Changes with the measures."""
        return "clusters-1"

    @property
    def form(self) -> str:
        """The cloud's clusters, as the decoder finds them."""
        return "pointcloud"

    def read(self, values: Sequence[Mapping[str, Any] | None]) -> list[Parts]:
        """Return the clusters of each cloud."""
        return [_NOTHING if value is None else _read(value) for value in values]


def cuboid_at(parts: Parts, place: int) -> dict[str, Any]:
    """Return a cluster's cuboid; its frame is told only where there are several."""
    row: NDArray[np.float64] = parts.places[place]
    frame = {"frame": int(row[FRAME])} if parts.extent[0] > 1 else {}
    return {
        "center": row[:3].tolist(),
        "size": row[3:6].tolist(),
        "rotation": row[6:FRAME].tolist(),
        **frame,
    }


def _read(value: Mapping[str, Any]) -> Parts:
    clusters = value["clusters"]
    places = [
        [*one["cuboid"]["center"], *one["cuboid"]["size"], *one["cuboid"]["rotation"], one["frame"]]
        for one in clusters
    ]
    return Parts(
        cluster_features(clusters),
        np.array(places, dtype=np.float64).reshape(-1, FRAME + 1),
        np.array([value["frames"]], dtype=np.float64),
    )


_NOTHING = Parts(np.zeros((0, DIMENSIONS), np.float32), np.zeros((0, FRAME + 1)), np.ones(1))
