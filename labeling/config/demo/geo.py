"""Islands that do not exist, as GeoTIFFs at places that do: heights, light, fields and boats."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray
from PIL import Image
from rasterio.transform import from_origin
from scipy.ndimage import gaussian_filter

Plane = NDArray[np.float32]

SIDE_PX = 1_280
PIXEL_M = 2.0
PLACES = (
    # EPSG of the UTM zone, easting and northing of the upper left corner: open sea, all of them.
    (32_628, 300_000, 4_300_000),
    (32_733, 420_000, 6_600_000),
    (32_702, 510_000, 7_900_000),
)
SEA, SHOAL, SAND, GRASS, WOOD, ROCK = (
    *((14, 44, 78), (42, 116, 136), (206, 190, 146)),
    *((112, 138, 76), (48, 82, 48), (140, 132, 122)),
)
STEPS = (-1.0, -0.12, 0.0, 0.03, 0.25, 0.62, 1.0)
COLOURS = (SEA, SHOAL, SAND, SAND, GRASS, WOOD, ROCK)


def islands(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield islands seen from above."""
    for index in range(count):
        path = folder / f"island-{index:03}.tif"
        epsg, east, north = PLACES[index % len(PLACES)]
        with rasterio.open(
            path,
            "w",
            driver="GTiff",
            width=SIDE_PX,
            height=SIDE_PX,
            count=3,
            dtype="uint8",
            crs=f"EPSG:{epsg}",
            transform=from_origin(east, north, PIXEL_M, PIXEL_M),
            tiled=True,
            compress="jpeg",
            photometric="ycbcr",
        ) as raster:
            raster.write(island(rng).transpose(2, 0, 1))
        yield {"data": {"map": path}, "external_id": path.stem}


def island(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a picture of (rows, columns, 3)."""
    height = _height(rng)
    land = np.stack(
        [
            np.interp(height, STEPS, [colour[channel] for colour in COLOURS]).astype(np.float32)
            for channel in range(3)
        ],
        axis=-1,
    )
    _fields(land, height, rng)
    down, across = np.gradient(gaussian_filter(height, 1.5) * 260)
    light = np.where(height > 0, 1 - 0.55 * across - 0.55 * down, 1).clip(0.45, 1.5)
    land *= light[..., None]
    _boats(land, height, rng)
    grain = rng.normal(0, 4, (SIDE_PX, SIDE_PX, 1)).astype(np.float32)
    return (land + grain).clip(0, 255).astype(np.uint8)


def _noise(rng: np.random.Generator, cells: int) -> Plane:
    """Smooth noise of about that many hills a side, between -1 and 1."""
    coarse = rng.uniform(-1, 1, (cells + 1, cells + 1)).astype(np.float32)
    smooth = Image.fromarray(coarse, "F").resize((SIDE_PX, SIDE_PX), Image.Resampling.BICUBIC)
    return np.asarray(smooth, np.float32)


def _height(rng: np.random.Generator) -> Plane:
    """One to three islands that fall away to all sides, roughened at every scale."""
    side = np.linspace(-1, 1, SIDE_PX, dtype=np.float32)
    x, y = np.meshgrid(side, side)
    height = np.full((SIDE_PX, SIDE_PX), -1.0, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        cx, cy = rng.uniform(-0.45, 0.45, 2)
        size = rng.uniform(0.35, 0.7)
        cone = 1 - np.hypot(x - cx, (y - cy) * rng.uniform(0.8, 1.4)) / size
        height = np.maximum(height, cone)
    for octave in range(5):
        height += _noise(rng, 4 * 2**octave) * 0.42 / 1.9**octave
    return np.asarray(np.clip(height - 0.12, -1, 1), np.float32)


def _fields(land: NDArray[np.float32], height: Plane, rng: np.random.Generator) -> None:
    """Strips of farmland on the low ground."""
    for _ in range(60):
        row, column = (int(edge) for edge in rng.integers(40, SIDE_PX - 140, 2))
        tall, wide = (int(side) for side in rng.integers(30, 90, 2))
        place = (slice(row, row + tall), slice(column, column + wide))
        if height[place].min() < 0.05 or height[place].max() > 0.3:
            continue
        colour = np.array([(168, 158, 92), (128, 152, 74), (182, 146, 88)][rng.integers(3)])
        furrow = 7 * np.sin(np.arange(wide) / rng.uniform(1.2, 2.5))
        land[place] = colour + furrow[None, :, None]


def _boats(land: NDArray[np.float32], height: Plane, rng: np.random.Generator) -> None:
    """White hulls with a wake, at sea."""
    rows, columns = np.nonzero(height[60:-60, 60:-60] < -0.2)
    if not rows.size:
        return
    for pick in rng.integers(0, rows.size, 14):
        row, column = int(rows[pick]) + 60, int(columns[pick]) + 60
        angle = rng.uniform(0, 2 * np.pi)
        for back in range(46):
            fade = max(0.0, 1 - back / 46)
            spread = 2 if back < 12 else 1 + back // 14
            at = (row - back * np.sin(angle), column - back * np.cos(angle))
            y, x = int(at[0]), int(at[1])
            place = (slice(y - spread, y + spread), slice(x - spread, x + spread))
            white = np.array((240, 240, 236)) if back < 12 else np.array((150, 190, 200))
            share = 1.0 if back < 12 else 0.5 * fade
            land[place] = land[place] * (1 - share) + white * share
