"""Clouds without a header: rows of little-endian floats, as KITTI and nuScenes store them."""

import numpy as np
from numpy.typing import NDArray

from labeling.media.pointcloud.cloud import Cloud, check_count, cloud_of
from labeling.media.probe import MediaError

__all__ = ["read_floats"]

LAYOUTS: dict[int, tuple[str, tuple[str, ...]]] = {
    5: ("nuScenes", ("x", "y", "z", "intensity", "ring")),
    6: ("floats", ("x", "y", "z", "red", "green", "blue")),
    4: ("KITTI", ("x", "y", "z", "intensity")),
    3: ("floats", ("x", "y", "z")),
}
"""In the order in which they are believed when several fit: what is told by more comes first."""

FAR_M = 20_000.0
LEAST_SOUND = 0.98
LEAST_TELLING = 16
"""Rows that rings and colours must be seen in; in fewer, chance looks like them."""
SAMPLE = 20_000


def read_floats(data: bytes) -> Cloud:
    """The cloud of a whole file, its columns found by its size and what would make sense.

    A row is 16 bytes (KITTI: x, y, z, intensity) or 20 (nuScenes: and ring); where the size fits
    several, the numbers decide: places within 20 km, rings whole numbers, colours from 0 to 1.
    """
    if len(data) % 4 or len(data) < 12:
        detail = f"{len(data):,} bytes are no rows of 4-byte floats, and no known cloud format"
        raise MediaError("unsupported", detail)
    values = np.frombuffer(data, dtype="<f4")
    for width, (name, columns) in LAYOUTS.items():
        if len(values) % width:
            continue
        rows = values.reshape(-1, width)
        check_count(len(rows))
        is_rich = width in {5, 6}
        if is_rich and len(rows) < LEAST_TELLING:
            continue
        if _is_sound(rows[:: max(1, len(rows) // SAMPLE)]):
            return cloud_of(name, {column: rows[:, i] for i, column in enumerate(columns)})
    detail = (
        "the file is no known cloud format, and read as rows of 4 floats (KITTI) or 5 (nuScenes) "
        "its numbers make no sense"
    )
    raise MediaError("unsupported", detail)


def _is_sound(rows: NDArray[np.float32]) -> bool:
    """Whether the numbers could be points: few rows are odd, and the rest has an extent."""
    width = rows.shape[1]
    with np.errstate(invalid="ignore"):
        place = np.abs(rows[:, :3])
        # What is neither 0 nor larger than dust is bytes of something else.
        is_place = (place < FAR_M) & ((place > 1e-7) | (place == 0))
        sound = (is_place | np.isnan(place)).all(axis=1)
        rest = rows[:, 3:]
        if width == 4:
            sound &= (rest[:, 0] >= 0) & (rest[:, 0] <= 65_535)
        elif width == 5:
            sound &= (rest[:, 0] >= 0) & (rest[:, 0] <= 65_535)
            sound &= (rest[:, 1] >= 0) & (rest[:, 1] < 256) & (rest[:, 1] % 1 == 0)
        elif width == 6:
            sound &= ((rest >= 0) & (rest <= 1)).all(axis=1) | (
                (rest >= 0) & (rest <= 255) & (rest % 1 == 0)
            ).all(axis=1)
    return bool(sound.mean() >= LEAST_SOUND)
