"""Volumes on disk in cubes, so that a slice of any plane touches little of the file.

A slice of a plain array can lie strewn over all of it: a sagittal one of 512 x 512 x 300 has a
voxel in every page. In cubes of 32 no slice touches more than one cube in 32.
"""

import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from labeling.media.probe import MediaError
from labeling.media.volume.axes import Turn
from labeling.media.volume.scan import Range, Scan

__all__ = ["SIDE", "read_slice", "write_bricks"]

SIDE = 32

Bricks = NDArray[np.int16]


def write_bricks(scan: Scan, time: int, turn: Turn, values: Range, out: Path) -> None:
    """Write one time of a scan, turned; memory stays that of one layer of cubes."""
    columns, rows, slices = scan.shape
    with tempfile.TemporaryFile(dir=out.parent) as file:
        stored = np.memmap(file, np.int16, "w+", shape=(slices, rows, columns))
        for index in range(slices):
            stored[index] = values.pack(scan.read(index, time))
        voxels = turn.served(stored.transpose(2, 1, 0))
        depth, height, width = voxels.shape
        count = [-(-side // SIDE) for side in (depth, height, width)]
        # numpy adds an ending to a name that has none, so the file is opened for it.
        with out.open("wb+") as target:
            shape = (*count, SIDE, SIDE, SIDE)
            np.lib.format.write_array_header_1_0(
                target, {"descr": "<i2", "fortran_order": False, "shape": shape}
            )
            for layer in range(count[0]):
                target.write(_layer(voxels[layer * SIDE : (layer + 1) * SIDE], count).tobytes())


def _layer(slab: NDArray[np.generic], count: list[int]) -> Bricks:
    """Return up to 32 axial slices as a layer of cubes."""
    depth, height, width = slab.shape
    padded = np.zeros((SIDE, count[1] * SIDE, count[2] * SIDE), "<i2")
    padded[:depth, :height, :width] = slab
    cubes = padded.reshape(SIDE, count[1], SIDE, count[2], SIDE)
    return np.ascontiguousarray(cubes.transpose(1, 3, 0, 2, 4))


def read_slice(path: Path, size: tuple[int, int, int], plane: str, index: int) -> Bricks:
    """Return a slice as (rows, columns), see `labeling.regions.volume` for what it shows.

    Raises
    ------
    MediaError
        With fault `unasked` for a slice that does not exist.
    """
    width, height, depth = size
    count = {"axial": depth, "coronal": height, "sagittal": width}[plane]
    if index >= count:
        detail = f"there is no {plane} slice {index}: the volume has 0 to {count - 1}"
        raise MediaError("unasked", detail)
    cubes: Bricks = np.load(path, mmap_mode="r")
    cube, within = divmod(index, SIDE)
    if plane == "axial":
        found, rows, columns = cubes[cube, :, :, within], height, width
    elif plane == "coronal":
        found, rows, columns = cubes[:, cube, :, :, within], depth, width
    else:
        found, rows, columns = cubes[:, :, cube, :, :, within], depth, height
    down, across = found.shape[:2]
    whole = found.transpose(0, 2, 1, 3).reshape(down * SIDE, across * SIDE)
    return whole[:rows, :columns]
