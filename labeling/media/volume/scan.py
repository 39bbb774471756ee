"""A scan as it is stored: its grid in space, and its values slice by slice."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from labeling.media.probe import MediaError

__all__ = ["MAX_TIMES", "MAX_VOXELS", "Range", "Scan", "Window", "check_size", "measured"]

MAX_VOXELS = 1 << 30
MAX_SIDE = 16_384
MAX_TIMES = 2_000

SAMPLES = 200_000
"""About how many values the default window is chosen from."""

TOP_16 = 65_535
CT_WINDOW = (40.0, 400.0)

Window = tuple[float, float]
"""Centre and width."""

ReadSlice = Callable[[int, int], NDArray[np.float32]]
"""Slice k at a time → its values, of shape (rows, columns); [j, i] in stored axes."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What is served of one scan.

    Attributes
    ----------
    shape
        Columns, rows and slices as stored: the axes (i, j, k).
    affine
        Stored voxel to millimetres, right-anterior-superior.
    read
        Gives the values of a slice.
    is_placed
        Whether the file says where in space its voxels are; if not, one voxel is one millimetre.
    window
        What the file says that its values should be shown by.
    is_inverted
        Whether high values are dark (MONOCHROME1).
    """

    mime: str
    shape: tuple[int, int, int]
    affine: NDArray[np.float64]
    read: ReadSlice
    times: int = 1
    modality: str = ""
    unit: str = ""
    is_placed: bool = True
    window: Window | None = None
    is_inverted: bool = False
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Range:
    """The values of a scan, and how 16 bits hold them: value = stored * slope + intercept."""

    low: float
    high: float
    slope: float
    intercept: float
    window: Window

    def pack(self, values: NDArray[np.float32]) -> NDArray[np.int16]:
        """Return the values in 16 bits; what is no number becomes the lowest."""
        if self.slope == 1.0 and np.isfinite(values).all():
            return np.asarray((values - np.float32(self.intercept)).astype(np.int16))
        clean = np.nan_to_num(values, nan=self.low, posinf=self.high, neginf=self.low)
        packed = np.rint((clean.astype(np.float64) - self.intercept) / self.slope)
        return np.asarray(np.clip(packed, -32_768, 32_767).astype(np.int16))


def check_size(shape: tuple[int, ...], times: int) -> None:
    """Refuse what is too large to be served.

    Raises
    ------
    MediaError
        With the limit.
    """
    count = int(np.prod(shape, dtype=np.int64))
    if min(shape) < 1 or times < 1:
        raise MediaError("broken", f"the volume has no voxels ({_times(shape)})")
    if count > MAX_VOXELS or max(shape) > MAX_SIDE or times > MAX_TIMES:
        told = (
            f"{_times(shape)} voxels, {times:,} times" if times > 1 else f"{_times(shape)} voxels"
        )
        limits = f"at most {MAX_VOXELS:,} voxels, {MAX_SIDE:,} a side and {MAX_TIMES:,} times"
        raise MediaError("too_large", f"the volume has {told}; {limits} can be shown: crop it")


def _times(shape: tuple[int, ...]) -> str:
    return " x ".join(f"{side:,}" for side in shape)


def measured(scan: Scan) -> Range:
    """Read every value once; memory stays that of one slice."""
    low, high, is_whole = np.inf, -np.inf, True
    samples: list[NDArray[np.float32]] = []
    slices = scan.shape[2] * scan.times
    step = max(1, int(np.sqrt(slices * scan.shape[0] * scan.shape[1] / SAMPLES)))
    for time in range(scan.times):
        for index in range(scan.shape[2]):
            values = scan.read(index, time)
            known = values if np.isfinite(values).all() else values[np.isfinite(values)]
            if not known.size:
                continue
            low, high = min(low, float(known.min())), max(high, float(known.max()))
            is_whole = is_whole and bool((known == np.rint(known)).all())
            samples.append(values[::step, ::step].ravel())
    if not np.isfinite([low, high]).all():
        raise MediaError("broken", "the volume holds no number at all")
    sample = np.concatenate(samples)
    window = scan.window or _window(scan, sample[np.isfinite(sample)], low, high)
    slope, intercept = _packing(low, high, is_whole)
    return Range(low, high, slope, intercept, window)


def _packing(low: float, high: float, is_whole: bool) -> tuple[float, float]:
    """Whole numbers stay as they are where 16 bits hold them; others get the finest even steps."""
    if is_whole and high - low <= TOP_16:
        fits = low >= -32_768 and high <= 32_767
        return 1.0, 0.0 if fits else low + 32_768.0
    slope = (high - low) / TOP_16 or 1.0
    return slope, low + 32_768.0 * slope


def _window(scan: Scan, sample: NDArray[np.float32], low: float, high: float) -> Window:
    """CT has a usual one; else what lies between the darkest and the brightest hundredth."""
    if scan.modality == "CT" and low < -200:
        return CT_WINDOW
    body = sample[sample > low]
    first, last = np.percentile(body if body.size > 99 else sample, [1, 99.5])
    if not last > first:
        first, last = low, high
    width = float(last - first) or 1.0
    return float(first) + width / 2, width
