"""Point clouds as what stands in them: clusters, told by size, points and distance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.encoder import Vectors, unit_rows

__all__ = ["DIMENSIONS", "CloudEncoder", "cluster_features"]

KNOTS = 9
RANGES = (
    (-2.0, 3.0),  # logarithm of length,
    (-2.0, 2.0),  # width,
    (-1.0, 2.0),  # and height in metres
    (0.0, 2.5),  # length to width
    (2.0, 12.0),  # points, as they were at a metre's distance
    (-3.0, 7.0),  # points a cubic metre
)
DIMENSIONS = KNOTS * len(RANGES)
LEAST_M = 0.05


def cluster_features(clusters: Sequence[Mapping[str, Any]]) -> Vectors:
    """Return vectors of clusters, shape (N, DIMENSIONS), each of about unit length.

    Every measure lies between two knots of its range and is shared out between them, so that a
    linear head can learn that cars are from 3 to 5 metres long.

    Parameters
    ----------
    clusters
        ``{"cuboid": {center, size, rotation}, "points": n}`` as the decoder finds them.
    """
    if not clusters:
        return np.zeros((0, DIMENSIONS), np.float32)
    sizes = np.array([one["cuboid"]["size"] for one in clusters], dtype=np.float64)
    away = np.linalg.norm([one["cuboid"]["center"] for one in clusters], axis=1)
    points = np.array([one["points"] for one in clusters], dtype=np.float64)
    sizes = np.maximum(sizes, LEAST_M)
    measures = np.column_stack(
        [
            np.log(sizes),
            np.log(sizes[:, 0] / sizes[:, 1]),
            # Points thin out with the square of the distance.
            np.log(points) + 2.0 * np.log(np.maximum(away, 1.0)),
            np.log(points / sizes.prod(axis=1)),
        ]
    )
    return np.hstack(
        [_shared(column, *ends) for column, ends in zip(measures.T, RANGES, strict=True)]
    )


def _shared(values: NDArray[np.float64], low: float, high: float) -> Vectors:
    """Return what of each value falls to each knot, shape (N, KNOTS)."""
    at = np.clip((values - low) / (high - low), 0.0, 1.0) * (KNOTS - 1)
    near = np.maximum(1.0 - np.abs(at[:, None] - np.arange(KNOTS)), 0.0)
    return np.asarray(near / np.sqrt(len(RANGES)), dtype=np.float32)


class CloudEncoder:
    """Encoder of clouds by their clusters, ``{"frames": n, "clusters": [...]}``; see `Encoder`."""

    id = "clusters-1"
    dimensions = DIMENSIONS + 1

    def encode(self, values: Sequence[Mapping[str, Any]]) -> Vectors:
        """Return what clusters there are, and how many, shape (len(values), dimensions)."""
        rows = np.zeros((len(values), self.dimensions), np.float32)
        for row, value in zip(rows, values, strict=True):
            features = cluster_features(value["clusters"])
            row[:-1] = features.sum(axis=0)
            row[-1] = np.log1p(len(features))
        return unit_rows(rows)
