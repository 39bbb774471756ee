"""Opens rasters: only formats of pixels, nothing that names other files."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from rasterio.enums import Compression, MaskFlags, Resampling
from rasterio.errors import RasterioError, RasterioIOError
from rasterio.io import DatasetReader, DatasetWriter
from rasterio.windows import Window

from labeling.media.probe import MediaError
from labeling.media.sniffing import read_head, sniff

__all__ = ["TILE", "levels_of", "mime_of", "opened", "write_pyramid"]

DRIVERS = {
    "image/tiff": "GTiff",
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/jp2": "JP2OpenJPEG",
}
TILE = 512
MAX_SIDE = 1_000_000
MAX_PIXELS = 40_000_000_000
MAX_BANDS = 4_096
CACHE_MB = 256
STRIP_BYTES = 64 << 20
QUALITY = 92
_OVERVIEWS = {
    "GDAL_CACHEMAX": CACHE_MB,
    "GDAL_TIFF_OVR_BLOCKSIZE": TILE,
    "GDAL_TIFF_INTERNAL_MASK": "YES",
    "JPEG_QUALITY_OVERVIEW": QUALITY,
}
SMALL_PX = 2_048
"""A picture of this side is read as it is: no pyramid is needed."""


@contextmanager
def opened(path: Path) -> Iterator[DatasetReader]:
    """Open a raster; what lies beside the file plays no part.

    Raises
    ------
    MediaError
        When it is no raster, too large, or damaged.
    """
    mime = mime_of(path)
    options = {
        "GDAL_DISABLE_READDIR_ON_OPEN": "EMPTY_DIR",
        "GDAL_PAM_ENABLED": "NO",
        "GDAL_CACHEMAX": CACHE_MB,
        "GTIFF_HONOUR_NEGATIVE_SCALEY": "YES",
    }
    try:
        with (
            rasterio.Env(**options),
            rasterio.open(path, driver=DRIVERS[mime]) as raster,
        ):
            _check(raster)
            yield raster
    except (RasterioIOError, RasterioError) as error:
        said = str(error.__cause__ or error)[:200].replace(str(path), "file")
        detail = f"the raster is damaged, cut off or of a rare variant ({said}): send it again"
        raise MediaError("broken", detail) from error


def mime_of(path: Path) -> str:
    """Return the media type; raises MediaError for what is no raster."""
    head = read_head(path)
    if not head:
        raise MediaError("empty", "the file is empty")
    mime = sniff(head)
    if mime in {"text/html", "image/svg+xml", "application/xml"}:
        raise MediaError("disguised", "the file holds markup, no raster")
    if mime not in DRIVERS:
        detail = f"the file is {mime}; expected GeoTIFF, or a large TIFF, PNG, JPEG or JPEG 2000"
        raise MediaError("unsupported", detail)
    return mime


def _check(raster: DatasetReader) -> None:
    width, height = raster.width, raster.height
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS or raster.count > MAX_BANDS:
        detail = f"the raster has {width:,} x {height:,} pixels in {raster.count:,} bands"
        limits = f"at most {MAX_SIDE:,} a side, {MAX_PIXELS:,} pixels and {MAX_BANDS:,} bands"
        raise MediaError("too_large", f"{detail}; {limits} are shown: cut it into parts")
    if not raster.count:
        raise MediaError("broken", "the file has no bands of pixels (several images in one file?)")
    if any(kind.startswith("complex") for kind in raster.dtypes):
        raise MediaError("unsupported", "the pixels are complex numbers; save their magnitude")


def levels_of(width: int, height: int) -> int:
    """Return how many levels there are: level 0 is full size, the last one a single tile."""
    return max(0, math.ceil(math.log2(max(width, height) / TILE))) + 1


def is_quick(raster: DatasetReader) -> bool:
    """Whether any part of the file at any size can be read at once."""
    if max(raster.width, raster.height) <= SMALL_PX:
        return True
    rows, columns = raster.block_shapes[0]
    factors = raster.overviews(1)
    coarsest = max(raster.width, raster.height) / max(factors, default=1)
    return bool(max(rows, columns) <= 4 * TILE and coarsest <= 4 * TILE)


def write_pyramid(source: Path, out: Path) -> None:
    """Write the raster again in tiles, with its smaller sizes; nothing where that is not needed.

    Band of rows by band of rows, so that memory stays within bounds whatever the size.
    """
    with opened(source) as raster:
        if is_quick(raster):
            return
        with rasterio.Env(**_OVERVIEWS), rasterio.open(out, "w", **_profile(raster)) as target:
            _carry(raster, target)
            for window in _strips(raster):
                target.write(raster.read(window=window), window=window)
                if _has_mask(raster):
                    target.write_mask(raster.dataset_mask(window=window), window=window)
        method = Resampling.nearest if _is_classes(raster) else Resampling.average
        factors = [2**level for level in range(1, levels_of(raster.width, raster.height))]
        with rasterio.Env(**_OVERVIEWS), rasterio.open(out, "r+", driver="GTiff") as target:
            target.build_overviews(factors, method)


def _profile(raster: DatasetReader) -> dict[str, Any]:
    """The source stays the truth; of a plain photo its look is enough, and much quicker."""
    is_photo = raster.dtypes == ("uint8",) * 3 and raster.nodata is None
    known = {key: raster.profile[key] for key in ("width", "height", "count", "dtype", "nodata")}
    look = (
        {"compress": "jpeg", "photometric": "ycbcr", "jpeg_quality": QUALITY}
        if is_photo
        else {"compress": "lzw"}
    )
    tiles = {"tiled": True, "blockxsize": TILE, "blockysize": TILE, "interleave": "pixel"}
    place = {"crs": raster.crs, "transform": raster.transform}
    return {"driver": "GTiff", "bigtiff": "if_safer", **known, **tiles, **look, **place}


def _carry(raster: DatasetReader, target: DatasetWriter) -> None:
    """What bands are called and what they show."""
    target.descriptions = raster.descriptions
    # A photo's colours are told by how it is packed.
    if target.compression != Compression.jpeg:
        target.colorinterp = raster.colorinterp
    if _is_classes(raster):
        target.write_colormap(1, raster.colormap(1))


def _strips(raster: DatasetReader) -> Iterator[Window]:
    """Windows of a row of tiles, as wide as memory allows; each tile is written once."""
    cell = raster.count * max(np.dtype(kind).itemsize for kind in raster.dtypes)
    side = max(1, STRIP_BYTES // (cell * TILE * TILE)) * TILE
    for row in range(0, raster.height, TILE):
        for column in range(0, raster.width, side):
            across = min(side, raster.width - column)
            yield Window(column, row, across, min(TILE, raster.height - row))


def _has_mask(raster: DatasetReader) -> bool:
    """Whether the file says by a mask of its own what is empty."""
    return bool([MaskFlags.per_dataset] in raster.mask_flag_enums)


def _is_classes(raster: DatasetReader) -> bool:
    """Numbers that name things must not be averaged."""
    return bool(raster.count == 1 and raster.colorinterp[0].name == "palette")


def read_last(raster: DatasetReader) -> None:
    """Read the last block, which a file that was cut off lacks."""
    rows, columns = raster.block_shapes[0]
    column, row = (raster.width - 1) // columns * columns, (raster.height - 1) // rows * rows
    raster.read(1, window=Window(column, row, raster.width - column, raster.height - row))
