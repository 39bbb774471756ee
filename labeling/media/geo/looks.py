"""Turns bands of any numbers into colours: which bands, and what is black and what white."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rasterio.enums import ColorInterp, Resampling
from rasterio.io import DatasetReader

__all__ = ["Look", "bands_facts", "default_bands", "statistics", "to_rgba"]

SAMPLE_PX = 1_024
PERCENT = (2.0, 98.0)
DEVIATIONS = 2.0
COLOURS = (ColorInterp.red, ColorInterp.green, ColorInterp.blue)

Values = NDArray[Any]
Statistics = list[dict[str, float]]


@dataclass(frozen=True, slots=True)
class Look:
    """Bands for red, green and blue, counted from 1, and how their values are spread."""

    bands: tuple[int, int, int]
    stretch: str
    gamma: float


def default_bands(raster: DatasetReader) -> tuple[int, int, int]:
    """Return the bands that the file calls red, green and blue; else the first three or one."""
    found = raster.colorinterp
    if all(colour in found for colour in COLOURS):
        red, green, blue = (found.index(colour) + 1 for colour in COLOURS)
        return red, green, blue
    plain = [i + 1 for i, colour in enumerate(found) if colour != ColorInterp.alpha]
    first = plain[0] if plain else 1
    return (plain[0], plain[1], plain[2]) if len(plain) >= 3 else (first, first, first)


def bands_facts(raster: DatasetReader) -> list[dict[str, Any]]:
    """Return each band's name, type and empty value."""
    return [
        {
            "name": raster.descriptions[i] or raster.colorinterp[i].name,
            "dtype": raster.dtypes[i],
            "nodata": _finite(raster.nodatavals[i]),
        }
        for i in range(raster.count)
    ]


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and np.isfinite(value) else None


def statistics(raster: DatasetReader) -> Statistics:
    """Return each band's range, percentiles and spread, from a small copy of the raster."""
    scale = max(raster.width, raster.height) / SAMPLE_PX
    shape = (
        max(1, round(raster.height / max(scale, 1))),
        max(1, round(raster.width / max(scale, 1))),
    )
    found: Statistics = []
    for band in range(1, raster.count + 1):
        sample = raster.read(band, out_shape=shape, masked=True)
        values = np.ma.masked_invalid(sample).compressed().astype(np.float64)
        if not values.size:
            values = np.zeros(1)
        low, high = np.percentile(values, PERCENT)
        found.append(
            {
                "min": float(values.min()),
                "max": float(values.max()),
                "low": float(low),
                "high": float(high),
                "mean": float(values.mean()),
                "std": float(values.std()),
            }
        )
    return found


def to_rgba(
    raster: DatasetReader, window: Any, shape: tuple[int, int], look: Look, stats: Statistics
) -> NDArray[np.uint8]:
    """Read a window in a size, as (rows, columns, 4); what is empty is transparent."""
    palette = _palette(raster, look)
    fast = Resampling.nearest if palette is not None else Resampling.average
    found = np.empty((*shape, 4), np.uint8)
    bands = sorted(set(look.bands))
    # At once: pixels that lie together in the file are unpacked once.
    read = raster.read(bands, window=window, out_shape=(len(bands), *shape), resampling=fast)
    shown = dict(zip(bands, read, strict=True))
    if palette is None:
        shown = {band: _grey(values, look, stats[band - 1]) for band, values in shown.items()}
    for channel, band in enumerate(look.bands):
        found[..., channel] = shown[band] if palette is None else palette[shown[band], channel]
    mask = raster.dataset_mask(window=window, out_shape=shape, resampling=Resampling.nearest)
    found[..., 3] = mask
    return found


def _palette(raster: DatasetReader, look: Look) -> NDArray[np.uint8] | None:
    if raster.colorinterp[look.bands[0] - 1] != ColorInterp.palette or len(set(look.bands)) > 1:
        return None
    colours = np.zeros((256, 3), np.uint8)
    for value, colour in raster.colormap(look.bands[0]).items():
        if value < len(colours):
            colours[value] = colour[:3]
    return colours


def _grey(values: Values, look: Look, stats: dict[str, float]) -> NDArray[np.uint8]:
    low, high = _ends(values.dtype, look.stretch, stats)
    if (low, high, look.gamma) == (0.0, 255.0, 1.0) and values.dtype == np.uint8:
        return values
    share = (values.astype(np.float32) - low) / max(high - low, 1e-30)
    share = np.clip(np.nan_to_num(share, nan=0.0, posinf=1.0, neginf=0.0), 0, 1)
    return np.asarray(np.rint(255 * share ** (1 / look.gamma)), np.uint8)


def _ends(kind: np.dtype[Any], stretch: str, stats: dict[str, float]) -> tuple[float, float]:
    """Return what is black and what white; bytes are shown as they are unless asked."""
    if stretch == "auto":
        stretch = "none" if kind == np.uint8 else "percent"
    if stretch == "none":
        return 0.0, 255.0
    if stretch == "deviation":
        reach = DEVIATIONS * stats["std"]
        return stats["mean"] - reach, stats["mean"] + reach
    ends = ("low", "high") if stretch == "percent" else ("min", "max")
    low, high = (stats[end] for end in ends)
    return (low, high) if high > low else (stats["min"], max(stats["max"], stats["min"] + 1e-9))
