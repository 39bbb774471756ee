"""The shapes of CVAT's XML: what an element draws, and the element that draws a region."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

from labeling.formats.numbers import short
from labeling.regions import mask as masks

__all__ = ["KINDS_OF", "NoShape", "element_of", "geometry_of"]

KINDS_OF: Mapping[str, tuple[str, ...]] = {
    "box": ("box", "rotated_box"),
    "polygon": ("polygon",),
    "polyline": ("polyline",),
    "points": ("keypoints",),
    "skeleton": ("keypoints",),
    "ellipse": ("ellipse",),
    "mask": ("mask",),
}
"""Element → kinds of label that hold it, the likeliest first."""

MAX_COORDINATE = 1e7
MAX_MASK = 1 << 28


class NoShape(Exception):
    """The element cannot become a region; the text says why."""


def kinds_for(element: Element) -> tuple[str, ...]:
    """Return the kinds of label that hold this element; a turned box is no upright one."""
    kinds = KINDS_OF.get(element.tag, ())
    turned = element.tag == "box" and _number(element, "rotation", 0.0) % 360
    return ("rotated_box",) if turned else kinds


def geometry_of(
    element: Element, kind: str, size: tuple[int, int] | None, names: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the geometry that an element draws, as that kind; `names` are a skeleton's points.

    Raises
    ------
    NoShape
        When numbers are missing or make no shape.
    """
    return _READERS[element.tag](element, kind, size, names)


def element_of(kind: str, geometry: Mapping[str, Any], names: Sequence[str] = ()) -> Element:
    """Return the element that draws a region, without its label."""
    return _WRITERS[kind](geometry, names)


def outlines_of(geometry: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the parts of a polygon, each as a polygon of its own."""
    for part in geometry.get("parts") or [geometry]:
        yield {"rings": part["rings"][:1]}


def _ellipse(element: Element) -> dict[str, Any]:
    found = {key: _number(element, key) for key in ("cx", "cy", "rx", "ry")}
    return {**found, "angle": _number(element, "rotation", 0.0) % 360}


def _box(element: Element, kind: str) -> dict[str, Any]:
    x1, y1, x2, y2 = (_number(element, key) for key in ("xtl", "ytl", "xbr", "ybr"))
    width, height = round(x2 - x1, 6), round(y2 - y1, 6)
    if width <= 0 or height <= 0:
        raise NoShape("the box has no size")
    if kind == "box":
        return {"x": x1, "y": y1, "width": width, "height": height}
    centre = {"cx": round((x1 + x2) / 2, 6), "cy": round((y1 + y2) / 2, 6)}
    turn = _number(element, "rotation", 0.0) % 360
    return {**centre, "width": width, "height": height, "angle": turn}


def _points(element: Element, fewest: int) -> list[list[float]]:
    text = (element.get("points") or "").strip()
    try:
        pairs = [[float(part) for part in pair.split(",")] for pair in text.split(";") if pair]
    except ValueError:
        raise NoShape("points must be x,y;x,y;...") from None
    if len(pairs) < fewest or any(len(pair) != 2 for pair in pairs):
        raise NoShape(f"points must be at least {fewest} pairs x,y")
    if not all(_is_sound(value) for pair in pairs for value in pair):
        raise NoShape("a coordinate is out of range")
    return pairs


def _skeleton(element: Element, names: Sequence[str]) -> list[list[float]]:
    """Points in the order of the ontology; those that CVAT says are outside are absent."""
    found: dict[str, list[float]] = {}
    for child in element.iter("points"):
        [[x, y]] = _points(child, 1)[:1]
        absent, hidden = child.get("outside") == "1", child.get("occluded") == "1"
        found[child.get("label") or str(len(found))] = [x, y, 0 if absent else 1 if hidden else 2]
    if not names:
        return list(found.values())
    if unknown := set(found) - set(names):
        raise NoShape(f"the skeleton has no point {min(unknown)!r} (known: {', '.join(names)})")
    return [found.get(name, [0, 0, 0]) for name in names]


def _joints(points: Sequence[Sequence[float]], names: Sequence[str]) -> Element:
    made = Element("skeleton")
    for name, (x, y, seen) in zip(names, points, strict=False):
        flags = {"outside": "0" if seen else "1", "occluded": "1" if seen == 1 else "0"}
        made.append(Element("points", {"label": name, **flags, "points": _written([(x, y)])}))
    return made


def _mask(element: Element, size: tuple[int, int] | None) -> dict[str, Any]:
    """CVAT counts row by row inside a rectangle, the first run being zeros."""
    if size is None:
        raise NoShape("a mask needs the size of its picture: width and height of <image>")
    left, top, width, height = (
        int(_number(element, key)) for key in ("left", "top", "width", "height")
    )
    fits = left >= 0 and top >= 0 and left + width <= size[0] and top + height <= size[1]
    if width < 1 or height < 1 or not fits or size[0] * size[1] > MAX_MASK:
        raise NoShape("the mask does not lie inside its picture")
    try:
        runs = [int(part) for part in (element.get("rle") or "").split(",")]
    except ValueError:
        raise NoShape("rle must be whole numbers, divided by commas") from None
    if min(runs) < 0 or sum(runs) != width * height:
        raise NoShape(f"rle must count {width} × {height} pixels")
    bits = np.repeat(np.arange(len(runs)) % 2, runs).astype(bool).reshape(height, width)
    whole = np.zeros((size[1], size[0]), bool)
    whole[top : top + height, left : left + width] = bits
    return masks.from_array(whole)


def _runs(geometry: Mapping[str, Any]) -> Element:
    whole = masks.to_array(geometry)
    rows, columns = np.flatnonzero(whole.any(1)), np.flatnonzero(whole.any(0))
    if not len(rows):
        raise NoShape("the mask is empty")
    top, left = int(rows[0]), int(columns[0])
    part = whole[top : rows[-1] + 1, left : columns[-1] + 1]
    flat = np.concatenate([[False], part.ravel(), [not part.ravel()[-1]]])
    edges = np.flatnonzero(flat[1:] != flat[:-1])
    runs = np.diff(np.concatenate([[0], edges]))
    sides = {"left": left, "top": top, "width": part.shape[1], "height": part.shape[0]}
    rle = ", ".join(str(run) for run in runs)
    return Element("mask", {"rle": rle, **{key: str(value) for key, value in sides.items()}})


def _corners(x1: float, y1: float, x2: float, y2: float) -> Element:
    edges = {"xtl": x1, "ytl": y1, "xbr": x2, "ybr": y2}
    return Element("box", {key: short(value) for key, value in edges.items()})


def _written(points: Sequence[Sequence[float]]) -> str:
    return ";".join(f"{short(point[0])},{short(point[1])}" for point in points)


def _number(element: Element, key: str, default: float | None = None) -> float:
    text = element.get(key)
    if text is None and default is not None:
        return default
    try:
        value = float(text or "")
    except ValueError:
        raise NoShape(f"{key} must be a number, is {(text or 'missing')[:40]!r}") from None
    if not _is_sound(value):
        raise NoShape(f"{key} is out of range")
    return value


def _is_sound(value: float) -> bool:
    return math.isfinite(value) and abs(value) < MAX_COORDINATE


def _turned(geometry: Mapping[str, Any]) -> Element:
    cx, cy, w, h = (geometry[key] for key in ("cx", "cy", "width", "height"))
    made = _corners(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)
    made.set("rotation", short(geometry["angle"] % 360))
    return made


def _written_ellipse(geometry: Mapping[str, Any]) -> Element:
    made = Element("ellipse", {key: short(geometry[key]) for key in ("cx", "cy", "rx", "ry")})
    made.set("rotation", short(geometry["angle"] % 360))
    return made


def _written_box(geometry: Mapping[str, Any]) -> Element:
    x, y = geometry["x"], geometry["y"]
    return _corners(x, y, x + geometry["width"], y + geometry["height"])


def _written_points(geometry: Mapping[str, Any], names: Sequence[str]) -> Element:
    if names:
        return _joints(geometry["points"], names)
    seen = [point for point in geometry["points"] if point[2]]
    return Element("points", {"points": _written(seen)})


def _outline(geometry: Mapping[str, Any]) -> Element:
    ring = (geometry.get("parts") or [geometry])[0]["rings"][0]
    return Element("polygon", {"points": _written(ring)})


_Reader = Callable[[Element, str, tuple[int, int] | None, Sequence[str]], dict[str, Any]]
_READERS: Mapping[str, _Reader] = {
    "box": lambda element, kind, size, names: _box(element, kind),
    "ellipse": lambda element, kind, size, names: _ellipse(element),
    "polygon": lambda element, kind, size, names: {"rings": [_points(element, 3)]},
    "polyline": lambda element, kind, size, names: {"points": _points(element, 2)},
    "points": lambda element, kind, size, names: {
        "points": [[x, y, 2] for x, y in _points(element, 1)]
    },
    "skeleton": lambda element, kind, size, names: {"points": _skeleton(element, names)},
    "mask": lambda element, kind, size, names: _mask(element, size),
}
_WRITERS: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], Element]] = {
    "box": lambda geometry, names: _written_box(geometry),
    "rotated_box": lambda geometry, names: _turned(geometry),
    "ellipse": lambda geometry, names: _written_ellipse(geometry),
    "polygon": lambda geometry, names: _outline(geometry),
    "polyline": lambda geometry, names: Element(
        "polyline", {"points": _written(geometry["points"])}
    ),
    "keypoints": _written_points,
    "mask": lambda geometry, names: _runs(geometry),
}
