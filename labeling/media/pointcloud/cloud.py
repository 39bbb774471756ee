"""A point cloud in memory, and the limits of what is read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.media.probe import MediaError

__all__ = ["MAX_BYTES", "MAX_HEADER_BYTES", "MAX_POINTS", "Cloud", "check_count", "cloud_of"]

MAX_POINTS = 12_000_000
MAX_BYTES = 800_000_000
MAX_HEADER_BYTES = 65_536

INTENSITY = ("intensity", "i", "scalar_intensity", "reflectance", "reflectivity", "remission")
RED_GREEN_BLUE = (("red", "green", "blue"), ("r", "g", "b"))
PACKED = ("rgb", "rgba")


@dataclass(frozen=True, slots=True)
class Cloud:
    """All points of one file, in the file's order.

    Attributes
    ----------
    format
        As people call it: `PCD`, `LAS`.
    xyz
        Metres in the file's frame, shape (n, 3); NaN where a sensor saw nothing.
    intensity
        Shape (n,), in the file's own scale; None where the file has none.
    colours
        Shape (n, 3), 0 to 255; None where the file has none.
    attributes
        Names of what the file says of a point beside its place.
    is_text
        Whether the file is written in characters.
    """

    format: str
    xyz: NDArray[np.float64]
    intensity: NDArray[np.float32] | None
    colours: NDArray[np.uint8] | None
    attributes: tuple[str, ...]
    is_text: bool = False

    @property
    def finite(self) -> NDArray[np.bool_]:
        """Which points have a place, shape (n,)."""
        return np.asarray(np.isfinite(self.xyz).all(axis=1))


def check_count(count: int) -> None:
    """Refuse clouds of no points, and of more than can be shown."""
    if count < 1:
        raise MediaError("empty", "the cloud has no points")
    if count > MAX_POINTS:
        detail = f"the cloud has {count:,} points, at most {MAX_POINTS:,} are allowed: thin it out"
        raise MediaError("too_large", detail)


def cloud_of(format: str, columns: Mapping[str, NDArray[Any]], *, is_text: bool = False) -> Cloud:
    """The cloud of named columns, whatever they are called and how colours are packed."""
    by_name = {name.lower(): column for name, column in columns.items()}
    if not {"x", "y", "z"} <= by_name.keys():
        named = ", ".join(columns) or "none"
        raise MediaError("unsupported", f"the {format} file has no columns x, y, z (has: {named})")
    axes = [np.asarray(by_name[axis], dtype=np.float64) for axis in "xyz"]
    xyz = np.column_stack(axes)
    check_count(len(xyz))
    intensity = _first(by_name, INTENSITY)
    return Cloud(
        format,
        xyz,
        None if intensity is None else np.asarray(intensity, dtype=np.float32),
        _colours(by_name),
        tuple(name for name in columns if name.lower() not in "xyz"),
        is_text,
    )


def _first(columns: Mapping[str, NDArray[Any]], names: Iterable[str]) -> NDArray[Any] | None:
    return next((columns[name] for name in names if name in columns), None)


def _colours(columns: Mapping[str, NDArray[Any]]) -> NDArray[np.uint8] | None:
    for names in RED_GREEN_BLUE:
        if all(name in columns for name in names):
            return _to_bytes(np.column_stack([columns[name] for name in names]))
    packed = _first(columns, PACKED)
    if packed is None:
        return None
    bits = packed.view(np.uint32) if packed.dtype.itemsize == 4 else packed.astype(np.uint32)
    return np.column_stack([(bits >> shift) & 255 for shift in (16, 8, 0)]).astype(np.uint8)


def _to_bytes(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Colours come as bytes, as 16-bit numbers, or as shares of one."""
    if values.dtype == np.uint8:
        return values
    numbers = np.nan_to_num(values.astype(np.float64))
    top = float(numbers.max(initial=0.0))
    if top <= 1.0 and values.dtype.kind == "f":
        numbers = numbers * 255.0
    elif top > 255.0:
        numbers = numbers / 257.0
    return np.clip(np.rint(numbers), 0, 255).astype(np.uint8)
