"""What a COCO annotation draws, from the most exact shape to the plain box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from labeling.regions import rotated_box
from labeling.regions.reading import is_number

__all__ = ["NoShape", "Shape", "shapes_of"]


class NoShape(Exception):
    """The annotation cannot become a region; the text says why."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to draw it; `warning` tells what is wrong or lost, `kind` is empty if only that."""

    kind: str
    geometry: dict[str, Any] = field(default_factory=dict)
    warning: str = ""


def shapes_of(annotation: Mapping[str, Any]) -> Iterator[Shape]:
    """Yield shapes in falling exactness; the first for which there is a label is taken.

    Raises
    ------
    NoShape
        When numbers are missing where they must be.
    """
    keypoints = annotation.get("keypoints")
    if keypoints:
        yield Shape("keypoints", {"points": _triples(keypoints)})
    segmentation = annotation.get("segmentation")
    exact = ""
    if isinstance(segmentation, Mapping):
        exact = "mask"
        yield Shape("mask", {key: segmentation.get(key) for key in ("size", "counts")})
    elif isinstance(segmentation, list) and segmentation:
        rings, bad = _rings(segmentation)
        if bad:
            yield Shape("", warning=f"{_name(annotation)}: left out: {bad}.")
        if rings:
            exact = "polygon"
            yield Shape("polygon", _polygon(rings))
            yield from _rectangle(rings)
    bbox = annotation.get("bbox")
    if bbox is None and exact:
        return
    if not isinstance(bbox, list) or len(bbox) != 4 or not all(map(is_number, bbox)):
        raise NoShape("bbox must be four numbers [x, y, width, height]")
    lost = f"{_name(annotation)}: only its box is kept, no {exact} label has the class."
    box = dict(zip(("x", "y", "width", "height"), bbox, strict=True))
    yield Shape("box", box, lost if exact else "")


def _name(annotation: Mapping[str, Any]) -> str:
    return f"annotation {annotation.get('id', '?')}"


def _triples(values: object) -> list[list[Any]]:
    if not isinstance(values, list) or len(values) % 3 or not all(map(is_number, values)):
        raise NoShape("keypoints must be numbers [x, y, v, ...]")
    return [values[i : i + 3] for i in range(0, len(values), 3)]


def _rings(segmentation: Sequence[Any]) -> tuple[list[list[list[float]]], str]:
    """Return the usable rings, and what is wrong with the others."""
    rings: list[list[list[float]]] = []
    bad = ""
    for flat in segmentation:
        if not isinstance(flat, list) or len(flat) % 2 or not all(map(is_number, flat)):
            bad = "a ring of the segmentation is no list of x, y pairs"
        elif flat and len(flat) < 6:
            bad = f"a ring of the segmentation has {len(flat) // 2} points, at least 3 are needed"
        elif flat:
            rings.append([[flat[i], flat[i + 1]] for i in range(0, len(flat), 2)])
    return rings, bad


def _polygon(rings: list[list[list[float]]]) -> dict[str, Any]:
    """COCO's rings are parts of one object; it has no holes."""
    if len(rings) == 1:
        return {"rings": rings}
    return {"parts": [{"rings": [ring]} for ring in rings]}


def _rectangle(rings: list[list[list[float]]]) -> Iterator[Shape]:
    if len(rings) == 1 and len(rings[0]) == 4:
        try:
            geometry = rotated_box.from_corners([(x, y) for x, y in rings[0]])
        except ValueError:
            return
        yield Shape("rotated_box", geometry)
