"""Point clouds: single files, or scenes of frames with cameras; see docs/pointcloud.md."""

from collections.abc import Sequence

from labeling.media.kind import MediaKind
from labeling.media.parameters import Number, Whole

__all__ = ["KIND"]

LAST_FRAME = 9_999
FAR_M = 1e7

_FRAME = {"frame": Whole(0, 0, LAST_FRAME)}
_PLACE = {name: Number(0.0, -FAR_M, FAR_M) for name in ("x", "y", "z")}
# Zero everywhere: a click, not a rough cuboid.
_ROUGH = {name: Number(0.0, 0.0, 100.0) for name in ("length", "width", "height")}


def _is_scene(names: Sequence[str]) -> bool:
    """Whether a folder is a scene: ours, which says so, or one laid out as KITTI's."""
    return "scene.json" in names or any(
        name.startswith("velodyne/") and name.endswith(".bin") for name in names
    )


KIND = MediaKind(
    type="pointcloud",
    mimes=frozenset({"application/octet-stream", "text/plain", "application/zip"}),
    suffixes=frozenset(
        {".pcd", ".ply", ".las", ".laz", ".bin", ".xyz", ".xyzi", ".xyzrgb", ".pts", ".csv", ".txt"}
    ),
    decoder="labeling.media.pointcloud.decoder",
    views={
        "thumb": {},
        "points": {**_FRAME, "level": Whole(0, 0, 15)},
        "picture": {**_FRAME, "camera": Whole(0, 0, 63)},
        "ground": _FRAME,
        "clusters": {
            **_FRAME,
            "gap": Number(0.45, 0.05, 5.0),
            "least": Whole(12, 3, 10_000),
        },
        "fit": {
            **_FRAME,
            **_PLACE,
            **_ROUGH,
            "yaw": Number(0.0, -7.0, 7.0),
            "gap": Number(0.45, 0.05, 5.0),
            "clearance": Number(0.2, 0.0, 2.0),
        },
        "register": {**_FRAME, "to": Whole(1, 0, LAST_FRAME)},
    },
    prepared=("thumb", "points", "ground"),
    is_bundle=_is_scene,
    seconds=120.0,
)
