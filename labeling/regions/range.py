"""Ranges of time: half-open, in seconds; video also carries the container's frame numbers."""

from labeling.regions.axis import bounding_box, iou, key, length
from labeling.regions.kind import Bounds, Fault, RegionKind
from labeling.regions.reading import is_count, read_numbers

__all__ = ["KIND", "TOLERANCE_S"]

FIELDS = frozenset({"audio", "video", "timeseries"})

TOLERANCE_S = 0.05
"""How far a range may reach over the end: containers and decoders differ by a frame or a packet."""


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    numbers = read_numbers(geometry, ("start", "end"), faults)
    if numbers is None or not isinstance(geometry, dict):
        return faults
    start, end = numbers
    if bounds.duration is not None and start < 0:
        faults.append(("/start", "must be at least 0 seconds"))
    if start >= end:
        faults.append(("/end", f"must be later than start ({start:g} s), is {end:g} s"))
    if bounds.duration is not None and end > bounds.duration + TOLERANCE_S:
        faults.append(("/end", f"is {end:g} s, the recording lasts {bounds.duration:g} s"))
    faults.extend(
        (f"/{name}", "must be a frame number, at least 0")
        for name in ("start_frame", "end_frame")
        if name in geometry and not is_count(geometry[name])
    )
    return faults


KIND = RegionKind("range", FIELDS, _validate, bounding_box, length, iou, key)
