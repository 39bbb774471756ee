"""Masks: COCO run-length encoding, column by column, runs of 0 first.

`counts` is a list of run lengths or COCO's compressed string; we write the list.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.regions.box import FIELDS
from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.mask_stack import stacked
from labeling.regions.reading import is_count
from labeling.regions.runs import Runs, iou_of_runs
from labeling.regions.volume import on_volume

__all__ = ["KIND", "compress", "decompress", "from_array", "runs_of", "to_array"]

MAX_PIXELS = 1 << 28
MAX_RUNS = 4_000_000


def decompress(text: str) -> list[int]:
    """Run lengths from COCO's string: 5 bits a character, from the third on as differences.

    Raises
    ------
    ValueError
        When a character is outside the alphabet or the string ends inside a number.
    """
    counts: list[int] = []
    value = shift = 0
    for character in text:
        bits = ord(character) - 48
        if not 0 <= bits < 64 or shift > 60:
            raise ValueError("is no compressed run-length string")
        value |= (bits & 0x1F) << shift
        shift += 5
        if bits & 0x20:
            continue
        if bits & 0x10:
            value -= 1 << shift
        counts.append(value + counts[-2] if len(counts) > 2 else value)
        value = shift = 0
    if shift:
        raise ValueError("ends in the middle of a number")
    return counts


def compress(counts: list[int]) -> str:
    """COCO's compressed string of run lengths."""
    found: list[str] = []
    for i, count in enumerate(counts):
        value = count - counts[i - 2] if i > 2 else count
        more = True
        while more:
            bits = value & 0x1F
            value >>= 5
            more = value != (-1 if bits & 0x10 else 0)
            found.append(chr((bits | 0x20 if more else bits) + 48))
    return "".join(found)


def runs_of(geometry: Geometry) -> list[int]:
    """Run lengths as a list, whichever way they are stored."""
    counts = geometry["counts"]
    return decompress(counts) if isinstance(counts, str) else list(counts)


def to_array(geometry: Geometry) -> NDArray[np.bool_]:
    """The mask as an array of shape (height, width)."""
    height, width = geometry["size"]
    runs = np.asarray(runs_of(geometry), dtype=np.int64)
    flat = np.repeat(np.arange(len(runs)) % 2 == 1, runs)
    return flat.reshape((height, width), order="F")


def from_array(mask: NDArray[Any]) -> dict[str, list[int]]:
    """The geometry of an array of shape (height, width); everything but 0 is inside."""
    height, width = mask.shape
    flat = (np.asarray(mask) != 0).reshape(-1, order="F")
    edges = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    runs = np.diff(np.concatenate([[0], edges, [flat.size]]))
    counts = [int(run) for run in runs]
    return {"size": [height, width], "counts": [0, *counts] if flat.size and flat[0] else counts}


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    faults = _check_size(geometry.get("size"), bounds)
    if faults:
        return faults
    height, width = geometry["size"]
    said = _fault_of_counts(geometry.get("counts"), height * width)
    return [("/counts", said)] if said else []


def _fault_of_counts(counts: object, pixels: int) -> str | None:
    if isinstance(counts, str):
        try:
            counts = decompress(counts) if len(counts) <= 4 * MAX_RUNS else None
        except ValueError as error:
            return str(error)
    if not isinstance(counts, list) or len(counts) > MAX_RUNS:
        return f"must be a list of at most {MAX_RUNS:,} run lengths, or a string"
    if not all(map(is_count, counts)):
        return "must hold whole numbers of at least 0"
    if sum(counts) != pixels:
        return f"the runs cover {sum(counts):,} pixels, the size has {pixels:,}"
    return None if sum(counts[1::2]) else "the mask is empty"


def _check_size(size: object, bounds: Bounds) -> list[Fault]:
    if not isinstance(size, list) or len(size) != 2 or not all(map(is_count, size)):
        return [("/size", "must be [height, width] in whole pixels")]
    height, width = size
    if height * width > MAX_PIXELS or height * width == 0:
        return [("/size", f"must have 1 to {MAX_PIXELS:,} pixels, has {height * width:,}")]
    wanted = (bounds.height, bounds.width)
    if None not in wanted and (height, width) != wanted:
        return [
            (
                "/size",
                f"is {width} x {height} pixels, the image is {wanted[1]:g} x {wanted[0]:g}",
            )
        ]
    return []


def _ones(geometry: Geometry) -> Runs:
    """Starts and ends (exclusive) of the runs of 1 in the flat mask."""
    ends = np.cumsum(np.asarray(runs_of(geometry), dtype=np.int64))
    starts, ends = ends[0::2], ends[1::2]
    starts = starts[: len(ends)]
    full = starts < ends
    return starts[full], ends[full]


def _bounding_box(geometry: Geometry) -> BoundingBox:
    height = geometry["size"][0]
    starts, ends = _ones(geometry)
    left, right = int(starts[0]) // height, int(ends[-1] - 1) // height
    # a run over a column's end covers that column's last row and the next one's first
    over = starts // height != (ends - 1) // height
    top = 0 if over.any() else int((starts % height).min())
    bottom = height - 1 if over.any() else int(((ends - 1) % height).max())
    return (float(left), float(top), float(right - left + 1), float(bottom - top + 1))


def _area(geometry: Geometry) -> float:
    return float(sum(runs_of(geometry)[1::2]))


def _iou(a: Geometry, b: Geometry) -> float:
    if list(a["size"]) != list(b["size"]):
        return 0.0
    return iou_of_runs(_ones(a), _ones(b))


def _key(geometry: Geometry) -> tuple[Any, ...]:
    return (*geometry["size"], *runs_of(geometry))


_PLANE = RegionKind("mask", FIELDS, _validate, _bounding_box, _area, _iou, _key)

KIND = on_volume(_PLANE, stacked(_PLANE), "slices")
