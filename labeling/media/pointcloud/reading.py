"""Reads a cloud of any format, told apart by content."""

from labeling.media.pointcloud.cloud import MAX_BYTES, Cloud
from labeling.media.pointcloud.floats import read_floats
from labeling.media.pointcloud.las import read_las
from labeling.media.pointcloud.pcd import looks_like_pcd, read_pcd
from labeling.media.pointcloud.ply import read_ply
from labeling.media.pointcloud.rows import read_rows
from labeling.media.probe import MediaError
from labeling.media.sniffing import HEAD, sniff

__all__ = ["check_bytes", "read_cloud"]

KNOWN = "PCD, PLY, LAS, LAZ, KITTI .bin, nuScenes .pcd.bin, XYZ and CSV"


def check_bytes(size: int) -> None:
    """Refuse files without content, and those that memory would not hold."""
    if size == 0:
        raise MediaError("empty", "the file is empty")
    if size > MAX_BYTES:
        detail = f"the cloud has {size:,} bytes, at most {MAX_BYTES:,} are allowed: thin it out"
        raise MediaError("too_large", detail)


def read_cloud(data: bytes) -> Cloud:
    """The cloud of a whole file.

    Raises
    ------
    MediaError
        When it is no cloud, or one without any point that has a place.
    """
    check_bytes(len(data))
    cloud = _read(data)
    if not cloud.finite.any():
        raise MediaError("empty", f"none of its {len(cloud.xyz):,} points has a place: all are NaN")
    return cloud


def _read(data: bytes) -> Cloud:
    head = data[:HEAD]
    if head.startswith(b"LASF"):
        return read_las(data)
    if head.startswith((b"ply\n", b"ply\r")):
        return read_ply(data)
    if looks_like_pcd(head):
        return read_pcd(data)
    mime = sniff(head)
    if mime == "text/plain":
        return read_rows(data)
    if mime != "application/octet-stream":
        raise MediaError("unsupported", f"the file is {mime}, no point cloud ({KNOWN})")
    return read_floats(data)
