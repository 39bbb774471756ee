"""LAS and LAZ, by laspy: surveys in metres of a map, so far from 0 that floats need help."""

from io import BytesIO

import laspy
import numpy as np
from laspy.errors import LaspyException

from labeling.media.pointcloud.cloud import Cloud, check_count, cloud_of
from labeling.media.probe import MediaError

__all__ = ["read_las"]

# What laspy and its LAZ back end are known to raise on damaged files; lazrs raises its own.
_BROKEN = (LaspyException, ValueError, OSError, EOFError, IndexError, KeyError, RuntimeError)


def read_las(data: bytes) -> Cloud:
    """The cloud of a whole file."""
    try:
        with laspy.open(BytesIO(data)) as file:
            header = file.header
            is_packed = header.are_points_compressed
            check_count(header.point_count)
            if not is_packed:
                _check_size(header, len(data))
            points = file.read()
    except _BROKEN as error:
        detail = f"the LAS file is broken, cut off or of a rare variant: {str(error)[:200]}"
        raise MediaError("broken", detail) from error
    check_count(len(points))
    columns = {axis: np.asarray(getattr(points, axis)) for axis in "xyz"}
    for name in points.point_format.dimension_names:
        if name not in "XYZ":
            columns[name] = np.asarray(points[name])
    return cloud_of("LAZ" if is_packed else "LAS", columns)


def _check_size(header: laspy.LasHeader, size: int) -> None:
    wanted = header.offset_to_point_data + header.point_count * header.point_format.size
    if size < wanted:
        raise MediaError("broken", f"the LAS file is cut off: {size:,} of {wanted:,} bytes")
