"""One line of a YOLO label file: a box, an outline, or a turned box."""

from dataclasses import dataclass
from typing import Any

from labeling.formats.base import Size
from labeling.regions import rotated_box

__all__ = ["Shape", "YoloLine", "parse_line", "shapes_of"]

BOX_NUMBERS = 4


@dataclass(frozen=True, slots=True)
class YoloLine:
    """A class number, the numbers after it, and the confidence if there is one."""

    number: int
    values: tuple[float, ...]
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to draw the line's object; `is_exact` when nothing is lost by it."""

    kind: str
    geometry: dict[str, Any]
    is_exact: bool


def parse_line(text: str) -> YoloLine:
    """Return the line's parts.

    Raises
    ------
    ValueError
        When it is neither a box (4 numbers, perhaps a confidence) nor an outline (pairs, 3 or
        more).
    """
    words = text.split()
    number = int(words[0])
    values = tuple(float(word) for word in words[1:])
    if number < 0 or not all(abs(value) < 1e6 for value in values):
        raise ValueError("numbers must be finite, and the class at least 0")
    if len(values) in {BOX_NUMBERS, BOX_NUMBERS + 1}:
        score = values[BOX_NUMBERS] if len(values) > BOX_NUMBERS else None
        return YoloLine(number, values[:BOX_NUMBERS], score)
    if len(values) >= 6 and len(values) % 2 == 0:
        return YoloLine(number, values)
    raise ValueError(f"{len(values)} numbers are neither a box (4) nor an outline (6, 8, ...)")


def shapes_of(line: YoloLine, size: Size) -> list[Shape]:
    """Return the shapes in pixels, from the most exact to the enclosing box."""
    width, height = size
    if len(line.values) == BOX_NUMBERS:
        cx, cy, w, h = line.values
        box = {
            "x": _clean((cx - w / 2) * width),
            "y": _clean((cy - h / 2) * height),
            "width": _clean(w * width),
            "height": _clean(h * height),
        }
        return [Shape("box", box, is_exact=True)]
    xs, ys = line.values[0::2], line.values[1::2]
    ring = [[_clean(x * width), _clean(y * height)] for x, y in zip(xs, ys, strict=True)]
    shapes = [Shape("polygon", {"rings": [ring]}, is_exact=True)]
    if len(ring) == 4:
        try:
            turned = rotated_box.from_corners([(x, y) for x, y in ring])
        except ValueError:
            pass
        else:
            shapes.append(Shape("rotated_box", turned, is_exact=True))
    left, top = min(p[0] for p in ring), min(p[1] for p in ring)
    right, bottom = max(p[0] for p in ring), max(p[1] for p in ring)
    box = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    return [*shapes, Shape("box", box, is_exact=False)]


def _clean(value: float) -> float:
    """Drop the noise of binary fractions: a millionth of a pixel means nothing."""
    return round(value, 6) + 0.0
