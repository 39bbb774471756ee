"""What stands on the ground in a point cloud: a cuboid for each cluster, named by its size."""

from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.prelabelers.base import Card, Need, View

__all__ = ["CARD", "cluster_views"]

MOST_FRAMES = 40


def cluster_views(facts: Mapping[str, Any]) -> Sequence[View]:
    """Ask for the clusters of each frame: the decoder finds them in a process of its own."""
    frames = min(MOST_FRAMES, int(facts.get("frames") or 1))
    return tuple(View("clusters", (("frame", str(frame)),)) for frame in range(frames))


CARD = Card(
    id="cloud_objects",
    reads=frozenset({"pointcloud"}),
    fills=frozenset({"cuboid"}),
    module="active_learning.prelabelers.cloud_objects.proposing",
    licence="MIT (Open3D)",
    classes=("car", "truck", "cyclist", "pedestrian", "pole", "object"),
    also={
        "car": ("vehicle", "automobile", "van", "汽车", "车", "小汽车", "车辆"),
        "truck": ("bus", "lorry", "large vehicle", "卡车", "大车"),
        "cyclist": ("bicycle", "bike", "rider", "motorcycle", "骑行者", "自行车"),
        "pedestrian": ("person", "people", "human", "行人", "人"),
        "pole": ("post", "tree trunk", "sign", "杆"),
        "object": ("thing", "obstacle", "cluster", "other", "物体", "障碍物"),
    },
    needs=(Need("open3d", "open3d"), Need("libusb_package", "libusb-package")),
    views=cluster_views,
    memory_mb=1_024,
)
