"""Ranges of time: half-open, in seconds; video also carries the container's frame
numbers, half-open as well: `end_frame` is the first frame after.

On a series the seconds count from its first sample, whatever the calendar says there; a series
without a time column counts one second a sample. A label that says `instant` also takes ranges
that end where they start: an instant overlaps another as if it lasted `INSTANT_S`.
"""

from labeling.regions import axis
from labeling.regions.axis import bounding_box, key, length
from labeling.regions.kind import Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import is_count, read_numbers

__all__ = ["INSTANT_S", "KIND", "TOLERANCE_S"]

FIELDS = frozenset({"audio", "video", "timeseries"})

TOLERANCE_S = 0.05
"""How far a range may reach over the end: containers and decoders differ by a frame or a packet."""

INSTANT_S = 0.1
"""How near two marks of one moment must be to agree at all, and the fuller the nearer."""


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    numbers = read_numbers(geometry, ("start", "end"), faults)
    if numbers is None or not isinstance(geometry, dict):
        return faults
    start, end = numbers
    if bounds.duration is not None and start < 0:
        faults.append(("/start", "must be at least 0 seconds"))
    if start > end or (start == end and not bounds.instants):
        faults.append(("/end", f"must be later than start ({start:g} s), is {end:g} s"))
    if bounds.duration is not None and end > bounds.duration + TOLERANCE_S:
        faults.append(("/end", f"is {end:g} s, the recording lasts {bounds.duration:g} s"))
    faults.extend(
        (f"/{name}", "must be a frame number, at least 0")
        for name in ("start_frame", "end_frame")
        if name in geometry and not is_count(geometry[name])
    )
    return faults


def _iou(a: Geometry, b: Geometry) -> float:
    return axis.iou(_lasting(a), _lasting(b))


def _lasting(geometry: Geometry) -> Geometry:
    if geometry["start"] < geometry["end"]:
        return geometry
    middle = geometry["start"]
    return {"start": middle - INSTANT_S / 2, "end": middle + INSTANT_S / 2}


KIND = RegionKind("range", FIELDS, _validate, bounding_box, length, _iou, key)
