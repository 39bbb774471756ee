"""Regions of pictures as GeoJSON geometries in pixels, and the other way round."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.regions import mask
from labeling.regions.polygon import parts_of

__all__ = ["KINDS_OF", "Move", "moved", "to_geojson", "to_region"]

Json = dict[str, Any]
Move = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Takes points of shape (n, 2) from one plane to another."""

ELLIPSE_POINTS = 64
KINDS_OF: Mapping[str, Sequence[str]] = {
    "Polygon": ("polygon", "box"),
    "MultiPolygon": ("polygon", "box"),
    "LineString": ("polyline",),
    "Point": ("keypoints",),
    "MultiPoint": ("keypoints",),
}
"""What kinds of labels a geometry can become, the best first."""


def to_geojson(kind: str, geometry: Mapping[str, Any]) -> Json:
    """Return a region's geometry as GeoJSON, in pixels."""
    if kind == "polyline":
        return {"type": "LineString", "coordinates": geometry["points"]}
    if kind == "keypoints":
        points = [[x, y] for x, y, seen in geometry["points"] if seen]
        return {"type": "MultiPoint", "coordinates": points}
    parts = _parts(kind, geometry)
    if len(parts) == 1:
        return {"type": "Polygon", "coordinates": parts[0]}
    return {"type": "MultiPolygon", "coordinates": parts}


def _parts(kind: str, geometry: Mapping[str, Any]) -> list[list[Any]]:
    if kind == "polygon":
        return [[_closed(ring) for ring in rings] for rings in parts_of(geometry)]
    if kind == "mask":
        return _outlines(geometry)
    if kind == "box":
        x, y, width, height = (geometry[name] for name in ("x", "y", "width", "height"))
        ring = [[x, y], [x, y + height], [x + width, y + height], [x + width, y]]
        return [[_closed(ring)]]
    if kind == "ellipse":
        turns = np.linspace(0, 2 * np.pi, ELLIPSE_POINTS, endpoint=False)
        local = np.stack([geometry["rx"] * np.cos(turns), geometry["ry"] * np.sin(turns)], 1)
    else:
        half = np.array([geometry["width"], geometry["height"]]) / 2
        local = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    angle = np.radians(geometry["angle"])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    ring = (local @ turn + [geometry["cx"], geometry["cy"]]).tolist()
    return [[_closed(ring)]]


def _closed(ring: Sequence[Any]) -> list[Any]:
    points = [list(point) for point in ring]
    return points if points[0] == points[-1] else [*points, points[0]]


def _outlines(geometry: Mapping[str, Any]) -> list[list[Any]]:
    """The outlines of a mask run along the edges of its pixels."""
    from rasterio.features import shapes  # noqa: PLC0415  (only the worker writes)

    bits = mask.to_array(geometry).astype(np.uint8)
    found = shapes(bits, mask=bits.astype(bool))
    return [[_closed(ring) for ring in shape["coordinates"]] for shape, _ in found]


def moved(geometry: Json, move: Move) -> Json:
    """Return a GeoJSON geometry with every position taken elsewhere."""

    def walk(value: Any) -> Any:
        if value and isinstance(value[0], int | float):
            return [float(part) for part in move(np.array([value[:2]], float))[0]]
        if value and isinstance(value[0][0], int | float):
            return move(np.array([item[:2] for item in value], float)).tolist()
        return [walk(item) for item in value]

    return {"type": geometry["type"], "coordinates": walk(geometry["coordinates"])}


def to_region(kind: str, geometry: Mapping[str, Any]) -> Json:
    """Return a GeoJSON geometry in pixels as a region's.

    Raises
    ------
    ValueError
        When the kind cannot hold it.
    """
    name, given = geometry["type"], geometry["coordinates"]
    if kind == "polyline":
        return {"points": [list(point) for point in given]}
    if kind == "keypoints":
        points = [given] if name == "Point" else given
        return {"points": [[*point, 2] for point in points]}
    parts = [given] if name == "Polygon" else given
    if kind == "polygon":
        rings: list[Json] = [{"rings": [_open(ring) for ring in part]} for part in parts]
        return rings[0] if len(rings) == 1 else {"parts": rings}
    if kind == "box":
        points = np.array([point for part in parts for point in part[0]], float)
        low, high = points.min(axis=0), points.max(axis=0)
        x, y = (float(value) for value in low)
        width, height = (float(value) for value in high - low)
        return {"x": x, "y": y, "width": width, "height": height}
    raise ValueError(f"a {name} cannot be a {kind}")


def _open(ring: Sequence[Any]) -> list[Any]:
    points = [list(point) for point in ring]
    return points[:-1] if len(points) > 3 and points[0] == points[-1] else points
