"""Opens rasters: only formats of pixels, nothing that names other files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rasterio
from rasterio.errors import RasterioError, RasterioIOError
from rasterio.io import DatasetReader
from rasterio.windows import Window

from labeling.media.probe import MediaError
from labeling.media.sniffing import read_head, sniff

__all__ = ["CACHE_MB", "mime_of", "opened", "read_last"]

DRIVERS = {
    "image/tiff": "GTiff",
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/jp2": "JP2OpenJPEG",
}
MAX_SIDE = 1_000_000
MAX_PIXELS = 40_000_000_000
MAX_BANDS = 4_096
CACHE_MB = 256


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


def read_last(raster: DatasetReader) -> None:
    """Read the last block, which a file that was cut off lacks."""
    rows, columns = raster.block_shapes[0]
    column, row = (raster.width - 1) // columns * columns, (raster.height - 1) // rows * rows
    raster.read(1, window=Window(column, row, raster.width - column, raster.height - row))
