"""How a frame lies in the coordinates of another: by ego poses, refined by the points."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.media.pointcloud.ground import load_open3d
from labeling.media.pointcloud.scene import Matrix

__all__ = ["register"]

Numbers = NDArray[np.float64]

VOXEL_M = 0.3
REACHES_M = (3.0, 1.0, 0.4)
"""How far apart two points may be to be taken for one; from coarse to fine."""

NORMAL_M = 1.0
SOUND = 0.3
"""Share of points that must find a partner."""


def between(one: Matrix | None, other: Matrix | None) -> Numbers | None:
    """From the frame of one pose to that of the other; None where either is not known."""
    if one is None or other is None:
        return None
    return np.asarray(np.linalg.inv(np.array(other)) @ np.array(one))


def register(source: Numbers, target: Numbers, start: Numbers | None) -> dict[str, Any]:
    """The motion from source to target, shape (4, 4), by point-to-plane ICP, and how sound it is.

    Where points and poses disagree wildly (few partners), the poses have the last word.
    """
    open3d = load_open3d()
    one, other = (_thinned(open3d, places) for places in (source, target))
    found = np.eye(4) if start is None else start
    result = None
    for reach in REACHES_M if start is None else REACHES_M[1:]:
        result = open3d.pipelines.registration.registration_icp(
            one,
            other,
            reach,
            found,
            open3d.pipelines.registration.TransformationEstimationPointToPlane(),
            open3d.pipelines.registration.ICPConvergenceCriteria(max_iteration=40),
        )
        found = np.asarray(result.transformation)
    assert result is not None
    is_sound = result.fitness >= SOUND
    if not is_sound and start is not None:
        found = start
    return {
        "transform": found.tolist(),
        "fitness": float(result.fitness),
        "rmse": float(result.inlier_rmse),
        "is_sound": bool(is_sound or start is not None),
    }


def _thinned(open3d: Any, places: Numbers) -> Any:
    cloud = open3d.geometry.PointCloud(open3d.utility.Vector3dVector(places))
    thin = cloud.voxel_down_sample(VOXEL_M)
    search = open3d.geometry.KDTreeSearchParamHybrid(radius=NORMAL_M, max_nn=20)
    thin.estimate_normals(search)
    return thin
