"""Where pixels lie on the earth: by the file's transform and reference system, computed by PROJ."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rasterio.crs import CRS
from rasterio.errors import CRSError, RasterioError
from rasterio.warp import transform as warp

__all__ = ["WGS84", "Affine6", "crs_facts", "lattice", "to_lonlat", "to_pixels", "to_world"]

WGS84 = "EPSG:4326"
Affine6 = Sequence[float]
"""a, b, c, d, e, f: x = a * column + b * row + c; y = d * column + e * row + f."""

Numbers = NDArray[np.float64]
EARTH_M = 6_371_008.8
NODES = 33
"""Of the lattice, a side; between its nodes the browser interpolates."""


def crs_facts(crs: CRS) -> dict[str, Any]:
    """Return a reference system as people and programs name it."""
    epsg = crs.to_epsg()
    wkt = crs.to_wkt()
    name = wkt.split('"')[1] if '"' in wkt else "unknown"
    return {
        "epsg": epsg,
        "name": name,
        "wkt": wkt,
        "unit": str(crs.linear_units or ""),
        "is_geographic": bool(crs.is_geographic),
    }


def to_world(transform: Affine6, columns: Numbers, rows: Numbers) -> tuple[Numbers, Numbers]:
    """Return pixels (corners are whole numbers) in the file's reference system."""
    a, b, c, d, e, f = transform
    return a * columns + b * rows + c, d * columns + e * rows + f


def to_lonlat(
    wkt: str, transform: Affine6, columns: Numbers, rows: Numbers
) -> tuple[Numbers, Numbers]:
    """Return pixels as degrees east and north (WGS 84).

    Raises
    ------
    ValueError
        When the reference system cannot be used.
    """
    return _warped(wkt, WGS84, *to_world(transform, columns, rows))


def to_pixels(wkt: str, transform: Affine6, lon: Numbers, lat: Numbers) -> tuple[Numbers, Numbers]:
    """Return degrees as columns and rows; raises as `to_lonlat` does."""
    x, y = _warped(WGS84, wkt, lon, lat)
    a, b, c, d, e, f = transform
    determinant = a * e - b * d
    if not determinant:
        raise ValueError("the file's transform has no inverse")
    return (e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant


def _warped(source: str, target: str, x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
    try:
        found = warp(CRS.from_string(source), CRS.from_string(target), x.ravel(), y.ravel())
    except (CRSError, RasterioError) as error:
        raise ValueError(f"the reference system cannot be used ({error})") from error
    return np.array(found[0]).reshape(x.shape), np.array(found[1]).reshape(x.shape)


def lattice(wkt: str, transform: Affine6, width: int, height: int) -> dict[str, Any]:
    """Return degrees at nodes spread evenly over the picture, for reading off in the browser.

    `error_m` is how far at most the middle of a cell lies from where interpolation puts it.
    """
    columns, rows = np.meshgrid(np.linspace(0, width, NODES), np.linspace(0, height, NODES))
    lon, lat = to_lonlat(wkt, transform, columns, rows)
    if not (np.isfinite(lon).all() and np.isfinite(lat).all()):
        raise ValueError("parts of the picture lie where the reference system is not defined")
    lon = np.unwrap(np.unwrap(lon, axis=1, period=360.0), axis=0, period=360.0)
    middles = [(grid[1:, 1:] + grid[:-1, :-1]) / 2 for grid in (columns, rows)]
    true = to_lonlat(wkt, transform, *middles)
    guessed = [
        (grid[1:, 1:] + grid[1:, :-1] + grid[:-1, 1:] + grid[:-1, :-1]) / 4 for grid in (lon, lat)
    ]
    east = (guessed[0] - true[0] + 180) % 360 - 180
    apart = np.hypot(
        np.radians(east) * np.cos(np.radians(true[1])), np.radians(guessed[1] - true[1])
    )
    return {
        "nodes": NODES,
        "lon": [round(float(value), 9) for value in lon.ravel()],
        "lat": [round(float(value), 9) for value in lat.ravel()],
        "error_m": float(apart.max() * EARTH_M),
    }
