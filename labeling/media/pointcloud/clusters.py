"""What stands on the ground and hangs together: a cuboid for each thing that may be an object."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.media.pointcloud.boxing import Box, lengthwise
from labeling.media.pointcloud.ground import Ground, load_open3d

__all__ = ["find_clusters"]

Numbers = NDArray[np.float64]

CLEARANCE_M = 0.25
VOXEL_M = 0.12
MAX_POINTS = 60_000
STANDS_M = 0.7
LARGEST_M = (18.0, 5.0, 5.0)
WALL_M = (6.0, 1.2)
"""Longer than the first and thinner than the second: a wall, a hedge, a fence."""

LOWEST_M = 0.4
MAX_CLUSTERS = 200


def find_clusters(places: Numbers, ground: Ground, gap: float, least: int) -> list[dict[str, Any]]:
    """Cuboids of clusters of at least `least` points, the most points first.

    Density-based (DBSCAN) on a thinned cloud without its ground; walls and hedges, which are
    larger than any vehicle, are left out.
    """
    open3d = load_open3d()
    standing = places[places[:, 2] - ground.below(places) > CLEARANCE_M]
    if len(standing) == 0:
        return []
    cloud = open3d.geometry.PointCloud(open3d.utility.Vector3dVector(standing))
    thin = cloud.voxel_down_sample(VOXEL_M)
    points = np.asarray(thin.points)[:MAX_POINTS]
    thin.points = open3d.utility.Vector3dVector(points)
    labels = np.asarray(thin.cluster_dbscan(eps=gap, min_points=min(least, 6)))
    found = [
        (int(count), box)
        for label, count in zip(*np.unique(labels[labels >= 0], return_counts=True), strict=True)
        if count >= least and (box := _box(points[labels == label], ground)) is not None
    ]
    found.sort(key=lambda pair: -pair[0])
    return [{"cuboid": box.to_json(), "points": count} for count, box in found[:MAX_CLUSTERS]]


def _box(points: Numbers, ground: Ground) -> Box | None:
    floor = float(ground.below(points.mean(axis=0)[None, :])[0])
    low, high = points[:, 2].min() - floor, points[:, 2].max() - floor
    if low > STANDS_M or high < LOWEST_M:
        return None
    box = lengthwise(points, floor)
    fits = all(side <= most for side, most in zip(box.size, LARGEST_M, strict=True))
    is_wall = box.size[0] > WALL_M[0] and box.size[1] < WALL_M[1]
    return box if fits and not is_wall else None
