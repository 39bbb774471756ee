"""Shapes between percent of the image and pixels."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from labeling.formats.base import Size
from labeling.formats.label_studio.brush import decode_brush, encode_brush
from labeling.regions import mask, rotated_box
from labeling.regions.polygon import parts_of

__all__ = ["RESULT_TYPES", "from_value", "kinds_of_type", "to_value"]

Json = dict[str, Any]

RESULT_TYPES: Mapping[str, str] = {
    "box": "rectanglelabels",
    "rotated_box": "rectanglelabels",
    "ellipse": "ellipselabels",
    "polygon": "polygonlabels",
    "polyline": "vectorlabels",
    "keypoints": "keypointlabels",
    "mask": "brushlabels",
    "span": "labels",
    "range": "labels",
}


def kinds_of_type(result_type: str, value: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the region kinds a result may become, the most exact first; empty if none."""
    base = result_type.removesuffix("labels")
    if base == "rectangle":
        turned = bool(value.get("rotation"))
        return ("rotated_box", "polygon") if turned else ("box", "rotated_box", "polygon")
    return _KINDS.get(base, ())


_KINDS: Mapping[str, tuple[str, ...]] = {
    "ellipse": ("ellipse",),
    "polygon": ("polygon",),
    "vector": ("polyline",),
    "polyline": ("polyline",),
    "keypoint": ("keypoints",),
    "brush": ("mask",),
    "bitmask": ("mask",),
    **dict.fromkeys(("", "hypertext", "paragraph", "timeseries"), ("span", "range")),
}


def from_value(kind: str, value: Mapping[str, Any], size: Size) -> Json:
    """Return the geometry in pixels.

    Raises
    ------
    (KeyError, TypeError, ValueError)
        When numbers are missing or damaged.
    """
    return _FROM[kind](value, size)


def to_value(kind: str, geometry: Mapping[str, Any], size: Size) -> Json:
    """Return the value in percent of the image."""
    return _TO[kind](geometry, size)


def _px(percent: float, side: int) -> float:
    """Pixels; the noise that percent add to whole and half pixels is dropped."""
    return round(percent * side / 100, 9) + 0.0


def _percent(pixels: float, side: int) -> float:
    return pixels * 100 / side


def _box_in(value: Mapping[str, Any], size: Size) -> Json:
    width, height = size
    x, y = _px(value["x"], width), _px(value["y"], height)
    return {
        "x": x,
        "y": y,
        "width": _px(value["width"], width),
        "height": _px(value["height"], height),
    }


def _box_out(geometry: Mapping[str, Any], size: Size) -> Json:
    width, height = size
    return {
        "x": _percent(geometry["x"], width),
        "y": _percent(geometry["y"], height),
        "width": _percent(geometry["width"], width),
        "height": _percent(geometry["height"], height),
        "rotation": 0,
    }


def _rotated_in(value: Mapping[str, Any], size: Size) -> Json:
    """Turn in pixels about the top left corner: in percent the box would bend."""
    box = _box_in(value, size)
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    return dict(rotated_box.from_pivot(x, y, width, height, value.get("rotation") or 0))


def _rotated_out(geometry: Mapping[str, Any], size: Size) -> Json:
    x, y, w, h, angle = rotated_box.to_pivot(geometry)
    box = {"x": x, "y": y, "width": w, "height": h}
    return {**_box_out(box, size), "rotation": angle % 360}


def _ellipse_in(value: Mapping[str, Any], size: Size) -> Json:
    width, height = size
    return {
        "cx": _px(value["x"], width),
        "cy": _px(value["y"], height),
        "rx": _px(value["radiusX"], width),
        "ry": _px(value["radiusY"], height),
        "angle": value.get("rotation") or 0,
    }


def _ellipse_out(geometry: Mapping[str, Any], size: Size) -> Json:
    width, height = size
    return {
        "x": _percent(geometry["cx"], width),
        "y": _percent(geometry["cy"], height),
        "radiusX": _percent(geometry["rx"], width),
        "radiusY": _percent(geometry["ry"], height),
        "rotation": geometry["angle"],
    }


def _points_in(points: Any, size: Size) -> list[list[float]]:
    width, height = size
    found = []
    for point in points:
        x, y = (point["x"], point["y"]) if isinstance(point, Mapping) else point[:2]
        found.append([_px(x, width), _px(y, height)])
    return found


def _points_out(points: Any, size: Size) -> list[list[float]]:
    width, height = size
    return [[_percent(x, width), _percent(y, height)] for x, y, *_ in points]


def _polygon_in(value: Mapping[str, Any], size: Size) -> Json:
    if "points" not in value:  # a rectangle, where only polygons have the class
        return dict(rotated_box.to_polygon(_rotated_in(value, size)))
    return {"rings": [_points_in(value["points"], size)]}


def _polygon_out(geometry: Mapping[str, Any], size: Size) -> Json:
    """Only one ring has a place there; the longest is kept."""
    ring = max((part[0] for part in parts_of(geometry)), key=len)
    return {"points": _points_out(ring, size), "closed": True}


def _polyline_in(value: Mapping[str, Any], size: Size) -> Json:
    return {"points": _points_in(value.get("vertices") or value["points"], size)}


def _polyline_out(geometry: Mapping[str, Any], size: Size) -> Json:
    points = _points_out(geometry["points"], size)
    return {"vertices": [{"x": x, "y": y} for x, y in points], "closed": False}


def _keypoints_in(value: Mapping[str, Any], size: Size) -> Json:
    width, height = size
    return {"points": [[_px(value["x"], width), _px(value["y"], height), 2]]}


def _keypoints_out(geometry: Mapping[str, Any], size: Size) -> Json:
    (x, y), *_ = _points_out([p for p in geometry["points"] if p[2]], size)
    return {"x": x, "y": y, "width": 0.5}


def _mask_in(value: Mapping[str, Any], size: Size) -> Json:
    if value.get("format") != "rle":
        raise ValueError("only run-length masks are read")
    return dict(mask.from_array(decode_brush(value["rle"], *size)))


def _mask_out(geometry: Mapping[str, Any], _size: Size) -> Json:
    pixels = np.asarray(mask.to_array(geometry))
    return {"format": "rle", "rle": encode_brush(pixels)}


_FROM: Mapping[str, Callable[[Mapping[str, Any], Size], Json]] = {
    "box": _box_in,
    "rotated_box": _rotated_in,
    "ellipse": _ellipse_in,
    "polygon": _polygon_in,
    "polyline": _polyline_in,
    "keypoints": _keypoints_in,
    "mask": _mask_in,
}
_TO: Mapping[str, Callable[[Mapping[str, Any], Size], Json]] = {
    "box": _box_out,
    "rotated_box": _rotated_out,
    "ellipse": _ellipse_out,
    "polygon": _polygon_out,
    "polyline": _polyline_out,
    "keypoints": _keypoints_out,
    "mask": _mask_out,
}
