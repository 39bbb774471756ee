"""Puts the images of a DICOM series in order along their normal, and says what is wrong with it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydicom.dataset import Dataset

from labeling.media.probe import MediaError

__all__ = ["Frame", "Stack", "frames_of", "stacked"]

CLOSE_MM = 0.01
EVEN = 0.05
"""A gap this near to a whole number of steps is missing slices; else the steps are uneven."""
MAX_MISSING = 512
LISTED = 6

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Frame:
    """One image plane: which file and frame, where it lies, and what orders those of one place."""

    file: int
    number: int
    position: tuple[float, ...] | None
    orientation: tuple[float, ...] | None
    spacing: tuple[float, ...] | None
    order: tuple[float, ...]


@dataclass(slots=True)
class Stack:
    """Frames in order: `places[time][k]`; None where the series lacks a slice."""

    places: list[list[Frame | None]]
    affine: NDArray[np.float64]
    is_placed: bool
    warnings: list[str] = field(default_factory=list)


def frames_of(file: int, found: Dataset) -> list[Frame]:
    """Return the frames of one file with their places."""
    count = int(found.get("NumberOfFrames") or 1)
    shared = _first(found, "SharedFunctionalGroupsSequence")
    each = found.get("PerFrameFunctionalGroupsSequence") or [None] * count
    offsets = found.get("GridFrameOffsetVector")
    if len(each) < count:
        raise MediaError("broken", f"the file has {count:,} frames and describes {len(each):,}")
    frames = []
    for number in range(count):
        groups = [item for item in (each[number], shared, found) if item is not None]
        position = _numbers(_sought(groups, "PlanePositionSequence", "ImagePositionPatient"), 3)
        orientation = _numbers(
            _sought(groups, "PlaneOrientationSequence", "ImageOrientationPatient"), 6
        )
        spacing = _numbers(_sought(groups, "PixelMeasuresSequence", "PixelSpacing"), 2)
        spacing = spacing or _numbers(found.get("ImagerPixelSpacing"), 2)
        if position and orientation and offsets is not None and len(offsets) == count:
            normal = np.cross(orientation[:3], orientation[3:])
            position = tuple(np.array(position) + normal * float(offsets[number]))
        frames.append(
            Frame(file, number, position, orientation, spacing, _order(found, each[number]))
        )
    return frames


def stacked(frames: list[Frame], thickness: float | None) -> Stack:
    """Return the frames sorted by their place along the normal, times apart.

    Raises
    ------
    MediaError
        When they do not lie in parallel planes.
    """
    first = frames[0]
    is_flat = first.position is None or first.orientation is None
    if is_flat or any(frame.position is None for frame in frames):
        return _unplaced(frames, thickness)
    assert first.orientation is not None
    turned = {tuple(np.round(frame.orientation or (), 2) + 0.0) for frame in frames}
    if len(turned) > 1:
        detail = f"the series has images in {len(turned)} directions (a localizer among them?)"
        raise MediaError("unsupported", f"{detail}: put each stack into a folder of its own")
    row, column = np.array(first.orientation[:3]), np.array(first.orientation[3:])
    normal = np.cross(row, column)
    if abs(np.linalg.norm(normal) - 1) > 0.01:
        raise MediaError("broken", "the image orientation is not made of two right-angled axes")
    return _placed(frames, row, column, normal, thickness)


def _placed(
    frames: list[Frame], row: Vector, column: Vector, normal: Vector, thickness: float | None
) -> Stack:
    warnings: list[str] = []
    at: dict[int, list[Frame]] = {}
    for frame in frames:
        along = float(np.array(frame.position, float) @ normal)
        at.setdefault(round(along / CLOSE_MM), []).append(frame)
    keys = sorted(at)
    groups = [sorted(at[key], key=lambda frame: frame.order) for key in keys]
    counts = Counter(len(group) for group in groups)
    times = counts.most_common(1)[0][0]
    if len(counts) > 1:
        times = 1
        spare = sum(len(group) - 1 for group in groups)
        warnings.append(f"{spare} duplicate slices are left out: the first of each place is shown")
    steps: Vector = np.diff(np.array(keys, float)) * CLOSE_MM
    step = float(np.median(steps)) if len(steps) else (thickness or 1.0)
    slots = _slots(steps, step, keys, warnings)
    size = slots[-1] + 1
    places: list[list[Frame | None]] = []
    for time in range(times):
        line: list[Frame | None] = [None] * size
        for slot, group in zip(slots, groups, strict=True):
            line[slot] = group[time]
        places.append(line)
    if warnings and len(steps) and slots == list(range(len(groups))):
        step = float(np.mean(steps))
    origin = np.array(groups[0][0].position, float)
    down, across = frames[0].spacing or (1.0, 1.0)
    return Stack(
        places, _affine(row * across, column * down, normal * step, origin), True, warnings
    )


def _slots(steps: Vector, step: float, keys: list[int], warnings: list[str]) -> list[int]:
    """Return each image's place in an even stack; gaps of whole steps stay empty."""
    even = [0]
    for gap in steps:
        even.append(even[-1] + max(1, round(float(gap) / step)))
    missing = even[-1] + 1 - len(keys)
    uneven = [abs(gap / step - round(gap / step)) > EVEN * max(1.0, gap / step) for gap in steps]
    if any(uneven) or missing > MAX_MISSING:
        low, high = float(min(steps)), float(max(steps))
        warnings.append(
            f"slices lie {low:.2f} to {high:.2f} mm apart; they are shown one after the other, "
            "and measures across them count the mean"
        )
        return list(range(len(keys)))
    if missing:
        holes = [
            f"{keys[i] * CLOSE_MM:.1f} and {keys[i + 1] * CLOSE_MM:.1f} mm"
            for i, gap in enumerate(steps)
            if round(float(gap) / step) > 1
        ]
        more = f" and {len(holes) - LISTED} more places" if len(holes) > LISTED else ""
        where = "; ".join(holes[:LISTED]) + more
        warnings.append(f"{missing} slices are missing, between {where}: they are shown empty")
    return even


def _unplaced(frames: list[Frame], thickness: float | None) -> Stack:
    """Images that do not say where they lie follow each other by number."""
    ordered = sorted(frames, key=lambda frame: frame.order)
    warnings = []
    if len(frames) > 1:
        warnings.append("the images do not say where they lie; they are ordered by their number")
    down, across = frames[0].spacing or (1.0, 1.0)
    affine = _affine(
        np.array([across, 0, 0]),
        np.array([0, down, 0]),
        np.array([0, 0, -(thickness or 1.0)]),
        np.zeros(3),
    )
    return Stack([list(ordered)], affine, False, warnings)


def _affine(i: Vector, j: Vector, k: Vector, origin: Vector) -> NDArray[np.float64]:
    """From the patient's axes of DICOM (left, posterior, superior) to those of NIfTI."""
    affine = np.eye(4)
    affine[:3] = np.column_stack([i, j, k, origin])
    affine[:2] *= -1
    return affine


def _order(found: Dataset, groups: Dataset | None) -> tuple[float, ...]:
    content = _first(groups, "FrameContentSequence") if groups is not None else None
    inner = content.get("TemporalPositionIndex") if content is not None else None
    values = (
        inner if inner is not None else found.get("TemporalPositionIdentifier"),
        found.get("AcquisitionNumber"),
        found.get("EchoTime"),
        found.get("InstanceNumber"),
    )
    return tuple(_number(value) for value in values)


def _sought(groups: list[Dataset], sequence: str, name: str) -> Any:
    for group in groups:
        inner = _first(group, sequence)
        if inner is not None and name in inner:
            return inner[name].value
        if name in group:
            return group[name].value
    return None


def _first(found: Dataset | None, sequence: str) -> Dataset | None:
    items = found.get(sequence) if found is not None else None
    return items[0] if items else None


def _numbers(value: Any, count: int) -> tuple[float, ...] | None:
    if value is None or isinstance(value, str) or len(value) != count:
        return None
    numbers = tuple(_number(part) for part in value)
    return numbers if all(np.isfinite(numbers)) else None


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0
