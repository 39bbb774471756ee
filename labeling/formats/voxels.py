"""Regions of volumes as voxels: masks as they are, boxes and outlines by the middles inside."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.formats.base import ExportMedia, ExportOptions, ExportTask, Loss, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.media_out import add_media, media_of
from labeling.formats.names import FreeNames
from labeling.ontology.parts import Field, Ontology
from labeling.regions import mask
from labeling.regions.polygon import parts_of

__all__ = ["WRITTEN", "fill", "marked_volumes", "no_volumes", "size_of", "volume_field"]

SUFFIXES = (".nii.gz", ".nii", ".dcm", ".zip")
WRITTEN = ("mask", "box", "polygon", "ellipse", "rotated_box")

Voxels = NDArray[np.bool_]
"""Of shape (depth, height, width), as served."""


def volume_field(ontology: Ontology) -> Field | None:
    """Return the first field that shows a volume."""
    fields = ontology.fields_of_type("volume")
    return fields[0] if fields else None


def no_volumes(ontology: Ontology) -> Loss | None:
    """Say why a format of volumes makes no sense, or None."""
    if volume_field(ontology):
        return None
    return Loss("no_volumes", "This project shows no volumes.")


def size_of(media: ExportMedia) -> tuple[int, int, int]:
    """Return depth, height and width."""
    return int(media.facts["depth"]), int(media.height or 0), int(media.width or 0)


def fill(kind: str, geometry: Mapping[str, Any], size: tuple[int, int, int]) -> Voxels:
    """Return the voxels of a region of one of the `WRITTEN` kinds."""
    found = np.zeros(size, bool)
    if kind == "mask":
        for index, part in geometry["slices"].items():
            found[int(index)] = mask.to_array(part)
    elif kind == "box":
        found[
            _span(geometry, "z", "depth"),
            _span(geometry, "y", "height"),
            _span(geometry, "x", "width"),
        ] = True
    else:
        shown = {"axial": found, "coronal": found.transpose(1, 0, 2)}.get(
            geometry["plane"], found.transpose(2, 0, 1)
        )
        shown[geometry["slice"]] = _inside(kind, geometry, shown.shape[1:])
    return found


def _span(geometry: Mapping[str, Any], start: str, extent: str) -> slice:
    """The voxels whose middles lie in the box; at least one."""
    first = int(np.ceil(geometry[start] - 0.5))
    last = int(np.ceil(geometry[start] + geometry[extent] - 0.5))
    return slice(max(first, 0), max(last, first + 1, 1))


def _inside(kind: str, geometry: Mapping[str, Any], shape: tuple[int, ...]) -> Voxels:
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    y, x = rows + 0.5, columns + 0.5
    if kind == "polygon":
        found = np.zeros(shape, bool)
        for rings in parts_of(geometry):
            found |= _even_odd(rings, x.ravel(), y.ravel())
        return found
    angle = np.radians(geometry["angle"])
    dx, dy = x - geometry["cx"], y - geometry["cy"]
    along, across = dx * np.cos(angle) + dy * np.sin(angle), dy * np.cos(angle) - dx * np.sin(angle)
    if kind == "ellipse":
        return np.asarray((along / geometry["rx"]) ** 2 + (across / geometry["ry"]) ** 2 <= 1)
    half = geometry["width"] / 2, geometry["height"] / 2
    return np.asarray((np.abs(along) <= half[0]) & (np.abs(across) <= half[1]))


def _even_odd(rings: Any, x: NDArray[np.float64], y: NDArray[np.float64]) -> Voxels:
    """Which middles lie inside an outline and outside its holes."""
    found = np.zeros((len(y), len(x)), bool)
    for ring in rings:
        points = np.asarray(ring, float)
        for (x1, y1), (x2, y2) in zip(points, np.roll(points, -1, axis=0), strict=True):
            crossed = np.flatnonzero((y1 > y) != (y2 > y))
            at = (x2 - x1) * (y[crossed] - y1) / ((y2 - y1) or 1.0) + x1
            found[crossed] ^= x[None, :] < at[:, None]
    return found


def marked_volumes(
    tasks: Iterable[ExportTask],
    field: Field,
    chooser: Chooser,
    sink: Sink,
    options: ExportOptions,
) -> Iterator[tuple[str, ExportMedia, list[dict[str, Any]]]]:
    """Yield each annotated volume under a free name, with the regions that are written."""
    names = FreeNames(by_stem=True)
    for task in tasks:
        media = media_of(task, field.id)
        chosen = chooser.choose(task)
        if media is None or chosen is None:
            continue
        stem = names.take(_stem_of(media.name))
        if options.include_media:
            add_media(task, sink)
        yield stem, media, chosen.content.regions


def _stem_of(name: str) -> str:
    """Return a file's name without what says that it is a volume."""
    for suffix in SUFFIXES:
        if name.lower().endswith(suffix):
            return name[: -len(suffix)] or "volume"
    return PurePosixPath(name).name or "volume"
