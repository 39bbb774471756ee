"""Writes the smaller sizes of rasters that cannot be read quickly at every scale."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio import Affine
from rasterio.enums import Compression, MaskFlags, Resampling
from rasterio.io import DatasetReader, DatasetWriter
from rasterio.windows import Window

from labeling.media.geo.opening import CACHE_MB

__all__ = ["TILE", "first_copied", "halved", "levels_of", "write_copy"]

TILE = 512
STRIP_BYTES = 64 << 20
QUALITY = 92
SMALL_PX = 2_048
"""A picture of this side is read as it is: no pyramid is needed."""
_WRITING = {"GDAL_CACHEMAX": CACHE_MB, "GDAL_TIFF_INTERNAL_MASK": "YES"}


def levels_of(width: int, height: int) -> int:
    """Return how many levels there are: level 0 is full size, the last one a single tile."""
    return max(0, math.ceil(math.log2(max(width, height) / TILE))) + 1


def first_copied(raster: DatasetReader) -> int | None:
    """Return the first level that has to be copied to be read at once.

    None where the file has its own smaller sizes, or is small; 1 where it lacks those alone, as
    its blocks serve tiles of the full size; 0 where a tile would mean reading most of the file.
    """
    if max(raster.width, raster.height) <= SMALL_PX:
        return None
    rows, columns = raster.block_shapes[0]
    coarsest = max(raster.width, raster.height) / max(raster.overviews(1), default=1)
    if max(rows, columns, coarsest) <= 4 * TILE:
        return None
    touched = _up(TILE, rows) * _up(TILE, columns) * _cell_bytes(raster)
    return 1 if raster.driver == "GTiff" and touched <= STRIP_BYTES else 0


def write_copy(raster: DatasetReader, step: int, out: Path) -> None:
    """Write the raster in tiles: as large as it is (`step` 1) or half as large (2).

    Band of rows by band of rows, so that memory stays within bounds whatever the size.
    """
    with rasterio.Env(**_WRITING), rasterio.open(out, "w", **_profile(raster, step)) as target:
        _carry(raster, target)
        for window in _strips(raster, step):
            _copy(raster, window, target, step)


def halved(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return means of 2 x 2 bytes, of (bands, rows, columns); an odd edge counts twice.

    As GDAL's average, at a seventh of its time.
    """
    rows, columns = pixels.shape[1:]
    if rows % 2 or columns % 2:
        pixels = np.pad(pixels, ((0, 0), (0, rows % 2), (0, columns % 2)), "edge")
    sums = np.add(pixels[:, 0::2], pixels[:, 1::2], dtype=np.uint16)
    sums = sums[..., 0::2] + sums[..., 1::2]
    return np.asarray((sums + 2) >> 2, np.uint8)


def _copy(raster: DatasetReader, window: Window, target: DatasetWriter, step: int) -> None:
    shape = (math.ceil(window.height / step), math.ceil(window.width / step))
    place = Window(window.col_off // step, window.row_off // step, shape[1], shape[0])
    if step == 2 and _is_photo(raster) and not _has_mask(raster):
        target.write(halved(raster.read(window=window)), window=place)
        return
    method = Resampling.nearest if _is_classes(raster) else Resampling.average
    bands = (raster.count, *shape)
    target.write(raster.read(window=window, out_shape=bands, resampling=method), window=place)
    if _has_mask(raster):
        target.write_mask(raster.dataset_mask(window=window, out_shape=shape), window=place)


def _profile(raster: DatasetReader, step: int) -> dict[str, Any]:
    """The source stays the truth; of a plain photo its look is enough, and much quicker."""
    known = {key: raster.profile[key] for key in ("count", "dtype", "nodata", "crs")}
    size = {
        "width": math.ceil(raster.width / step),
        "height": math.ceil(raster.height / step),
        "transform": raster.transform @ Affine.scale(step),
    }
    look = (
        {"compress": "jpeg", "photometric": "ycbcr", "jpeg_quality": QUALITY}
        if _is_photo(raster)
        else {"compress": "lzw"}
    )
    tiles = {"tiled": True, "blockxsize": TILE, "blockysize": TILE, "interleave": "pixel"}
    return {"driver": "GTiff", "bigtiff": "if_safer", **known, **size, **tiles, **look}


def _carry(raster: DatasetReader, target: DatasetWriter) -> None:
    """What bands are called and what they show."""
    target.descriptions = raster.descriptions
    # A photo's colours are told by how it is packed.
    if target.compression != Compression.jpeg:
        target.colorinterp = raster.colorinterp
    if _is_classes(raster):
        target.write_colormap(1, raster.colormap(1))


def _strips(raster: DatasetReader, step: int) -> Iterator[Window]:
    """Windows that fill a row of tiles, as wide as memory allows; each tile is written once."""
    side = TILE * step
    across = max(1, step * STRIP_BYTES // (_cell_bytes(raster) * side * side)) * side
    for row in range(0, raster.height, side):
        for column in range(0, raster.width, across):
            yield Window(
                column, row, min(across, raster.width - column), min(side, raster.height - row)
            )


def _cell_bytes(raster: DatasetReader) -> int:
    return int(raster.count * max(np.dtype(kind).itemsize for kind in raster.dtypes))


def _up(length: int, block: int) -> int:
    """The length of the blocks that a stretch of that length lies in, at best."""
    return math.ceil(length / block) * block


def _is_photo(raster: DatasetReader) -> bool:
    return bool(raster.dtypes == ("uint8",) * 3 and raster.nodata is None)


def _has_mask(raster: DatasetReader) -> bool:
    """Whether the file says by a mask of its own what is empty."""
    return bool([MaskFlags.per_dataset] in raster.mask_flag_enums)


def _is_classes(raster: DatasetReader) -> bool:
    """Numbers that name things must not be averaged."""
    return bool(raster.count == 1 and raster.colorinterp[0].name == "palette")
