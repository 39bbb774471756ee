"""Turns values and geometries of one label kind into another kind's."""

from collections.abc import Callable, Mapping
from typing import Any

from labeling.regions import box, ellipse, polygon, rotated_box
from labeling.regions.registry import KINDS
from labeling.regions.volume import box_on_slice

__all__ = ["TRACK", "convert", "converts_whole"]

Convert = Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _in_list(value: Any) -> Any:
    return [value]


def _only_one(value: Any) -> Any:
    return value[0] if len(value) == 1 else None


def _as_text(value: Any) -> Any:
    return str(value)


def _box_to_rotated(geometry: Any) -> Any:
    x, y, width, height = box.bounding_box(geometry)
    return rotated_box.from_pivot(x, y, width, height, 0.0)


def _box_to_polygon(geometry: Any) -> Any:
    return polygon.from_box(*box.bounding_box(geometry))


def _around(kind: str) -> Convert:
    def convert_to_box(geometry: Any) -> Any:
        x, y, width, height = KINDS[kind].bounding_box(geometry)
        if "plane" in geometry:
            return box_on_slice(x, y, width, height, geometry)
        return {"x": x, "y": y, "width": width, "height": height}

    return convert_to_box


_WHOLE: Mapping[tuple[str, str], Convert] = {
    ("choice", "multichoice"): _in_list,
    ("choice", "taxonomy"): _in_list,
    ("choice", "pairwise"): _same,
    ("pairwise", "choice"): _same,
    ("multichoice", "taxonomy"): _same,
    ("taxonomy", "multichoice"): _same,
    ("ranking", "multichoice"): _same,
    ("rating", "number"): _same,
    ("rating", "textarea"): _as_text,
    ("number", "textarea"): _as_text,
    ("datetime", "textarea"): _same,
    ("box", "rotated_box"): _box_to_rotated,
    ("box", "polygon"): _box_to_polygon,
    ("rotated_box", "polygon"): rotated_box.to_polygon,
    ("ellipse", "polygon"): ellipse.to_polygon,
}
_LOSSY: Mapping[tuple[str, str], Convert] = {
    ("multichoice", "choice"): _only_one,
    ("taxonomy", "choice"): _only_one,
    ("number", "rating"): _same,
    ("rotated_box", "box"): _around("rotated_box"),
    ("ellipse", "box"): _around("ellipse"),
    ("polygon", "box"): _around("polygon"),
    ("mask", "box"): _around("mask"),
}


TRACK = "track:"
"""Before the kind of geometry that a track follows."""

_SOLID = ("z", "slices")
"""What boxes and masks of a volume have; nothing else reaches over several slices."""


def converts_whole(old: str, new: str, field_type: str) -> bool:
    """Whether every value of the old kind has a full counterpart in the new kind."""
    if old.startswith(TRACK) and new.startswith(TRACK):
        return converts_whole(old.removeprefix(TRACK), new.removeprefix(TRACK), field_type)
    return (old, new) in _WHOLE and not (field_type == "volume" and old == "box")


def convert(value: Any, old: str, new: str) -> Any:
    """The value or geometry in the new kind; None when there is no counterpart."""
    if old.startswith(TRACK) and new.startswith(TRACK):
        return _convert_track(value, old.removeprefix(TRACK), new.removeprefix(TRACK))
    found = _WHOLE.get((old, new)) or _LOSSY.get((old, new))
    if found is None or (isinstance(value, Mapping) and not value.keys().isdisjoint(_SOLID)):
        return None
    converted = found(value)
    if isinstance(value, Mapping) and "plane" in value and new != "box":
        return {**converted, "plane": value["plane"], "slice": value["slice"]}
    return converted


def _convert_track(track: Any, old: str, new: str) -> Any:
    keyframes = [
        {**item, "geometry": convert(item["geometry"], old, new)} for item in track["keyframes"]
    ]
    if any(item["geometry"] is None for item in keyframes):
        return None
    return {**track, "shape": new, "keyframes": keyframes}
