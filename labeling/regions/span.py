"""Spans of text: half-open, in Unicode code points of the stored text.

On a dialogue a span also says its `turn`, on a document its `page`, both counted from 0; it then
counts in that turn's or page's text. On html it counts in the text that the page is read as.
"""

from collections.abc import Hashable, Mapping

from labeling.regions import axis
from labeling.regions.axis import bounding_box, length
from labeling.regions.kind import Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import fault_of_index, is_count, read_numbers

__all__ = ["KIND", "from_utf16", "surface", "to_utf16"]

FIELDS = frozenset({"text", "html", "document", "dialogue"})


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    faults: list[Fault] = []
    numbers = read_numbers(geometry, ("start", "end"), faults)
    if numbers is None or not isinstance(geometry, Mapping):
        return faults
    start, end = numbers
    for name, value in (("start", start), ("end", end)):
        if not is_count(value):
            faults.append((f"/{name}", "must be a whole number of code points, at least 0"))
    if not faults and start >= end:
        faults.append(("/end", f"must be greater than start ({start}), is {end}"))
    faults.extend(_check_place(geometry, bounds))
    limit = _length_of_text(geometry, bounds) if not faults else None
    if limit is not None and end > limit:
        faults.append(("/end", f"is {end}, the text has {limit} code points"))
    return faults


def _check_place(geometry: Geometry, bounds: Bounds) -> list[Fault]:
    """Faults of `turn` and `page`: needed on their own type of field, and refused on others."""
    faults: list[Fault] = []
    for name, field, texts in (
        ("turn", "dialogue", bounds.turns),
        ("page", "document", bounds.page_texts),
    ):
        if name in geometry:
            said = fault_of_index(geometry[name], None if texts is None else len(texts), f"{name}s")
            if bounds.field not in {field, None}:
                said = f"has no place here: only a span on a {field} says its {name}"
        else:
            said = f"is missing: on a {field}, a span lies in a {name}"
            said = said if bounds.field == field else None
        if said:
            faults.append((f"/{name}", said))
    if "turn" in geometry and "page" in geometry and not faults:
        faults.append(("/page", "a span lies in a turn or on a page, not both"))
    return faults


def _length_of_text(geometry: Geometry, bounds: Bounds) -> int | None:
    """Code points of the text that the span counts in, if known."""
    if "turn" in geometry:
        return None if bounds.turns is None else bounds.turns[geometry["turn"]]
    if "page" in geometry:
        return None if bounds.page_texts is None else bounds.page_texts[geometry["page"]]
    return None if bounds.text is None else len(bounds.text)


def _iou(a: Geometry, b: Geometry) -> float:
    return axis.iou(a, b) if _text_of(a) == _text_of(b) else 0.0


def _key(geometry: Geometry) -> Hashable:
    return (*axis.key(geometry), *_text_of(geometry))


def _text_of(geometry: Geometry) -> tuple[int | None, int | None]:
    return (geometry.get("turn"), geometry.get("page"))


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


KIND = RegionKind("span", FIELDS, _validate, bounding_box, length, _iou, _key)
