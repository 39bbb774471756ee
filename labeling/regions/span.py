"""Spans of text: half-open, in Unicode code points of the stored text."""

from labeling.regions.axis import bounding_box, iou, key, length
from labeling.regions.kind import Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import is_count, read_numbers

__all__ = ["KIND", "from_utf16", "surface", "to_utf16"]

FIELDS = frozenset({"text", "html", "document", "dialogue"})


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    numbers = read_numbers(geometry, ("start", "end"), faults)
    if numbers is None:
        return faults
    start, end = numbers
    for name, value in (("start", start), ("end", end)):
        if not is_count(value):
            faults.append((f"/{name}", "must be a whole number of code points, at least 0"))
    if not faults and start >= end:
        faults.append(("/end", f"must be greater than start ({start}), is {end}"))
    if not faults and bounds.text is not None and end > len(bounds.text):
        faults.append(("/end", f"is {end}, the text has {len(bounds.text)} code points"))
    return faults


def surface(geometry: Geometry, text: str) -> str:
    """The piece of the text that the span marks."""
    return text[geometry["start"] : geometry["end"]]


def to_utf16(geometry: Geometry, text: str) -> tuple[int, int]:
    """Start and end in UTF-16 code units, as browsers and Java count."""
    start = _utf16_length(text[: geometry["start"]])
    return start, start + _utf16_length(surface(geometry, text))


def from_utf16(start: int, end: int, text: str) -> dict[str, int]:
    """The span between two UTF-16 offsets.

    Raises
    ------
    ValueError
        When an offset lies beyond the text or inside a surrogate pair.
    """
    encoded = text.encode("utf-16-le", "surrogatepass")
    if not 0 <= start <= end <= len(encoded) // 2:
        raise ValueError(f"UTF-16 offsets {start}-{end} lie outside the text")
    try:
        before = encoded[: 2 * start].decode("utf-16-le")
        inside = encoded[2 * start : 2 * end].decode("utf-16-le")
    except UnicodeDecodeError as error:
        raise ValueError(f"UTF-16 offsets {start}-{end} cut a character in two") from error
    return {"start": len(before), "end": len(before) + len(inside)}


def _utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


KIND = RegionKind("span", FIELDS, _validate, bounding_box, length, iou, key)
