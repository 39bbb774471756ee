"""What every region kind offers, and the limits of the medium that a region lies in."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["BoundingBox", "Bounds", "Fault", "Geometry", "RegionKind"]

Geometry = Mapping[str, Any]
"""A geometry as it stands in JSON, see the table of kinds in the contract."""

Fault = tuple[str, str]
"""A JSON pointer into the geometry, and what is wrong there."""

BoundingBox = tuple[float, float, float, float]
"""x, y, width, height; a kind on an axis gives (start, 0, extent, 1), one in space its top view."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of one field of one task; None where it is not known and so not checked.

    Attributes
    ----------
    width, height
        Pixels of the upright image.
    text
        The stored text; spans count its Unicode code points.
    duration
        Seconds of sound, video or series.
    field
        The field's type, such as `volume`; the ontology tells it where it checks an annotation.
    instants
        Whether a range may be an instant, ending where it starts: the label says so.
    frames
        Frames of a video, or of a sequence of point clouds.
    pages
        (width, height) of each page's unrotated crop box, in PDF points.
    page_texts
        Code points in each page's text.
    points
        Points in the source file of a point cloud; of a sequence, in its largest frame.
    rows, columns
        Rows of the source of a table, and the names of its columns.
    turns
        Code points in each turn of a dialogue.
    depth
        Slices of a volume; its width and height are those of a slice.
    """

    width: float | None = None
    height: float | None = None
    text: str | None = None
    duration: float | None = None
    field: str | None = None
    instants: bool = False
    frames: int | None = None
    pages: tuple[tuple[float, float], ...] | None = None
    page_texts: tuple[int, ...] | None = None
    points: int | None = None
    rows: int | None = None
    columns: tuple[str, ...] | frozenset[str] | None = None
    turns: tuple[int, ...] | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class RegionKind:
    """One kind of located mark: where it may lie, and its geometry.

    Attributes
    ----------
    name
        As in the ontology, e.g. `rotated_box`.
    fields
        Field types on which a label of this kind may stand.
    validate
        Every fault of a geometry of unknown shape; the other functions expect one without faults.
    bounding_box
        Smallest upright box around it.
    area
        Square pixels or PDF points; cubic metres or voxels in space; points of a cloud; code
        points or seconds on an axis; 0 for lines and single places; of a track its mean.
    iou
        Overlap of two geometries of this kind, 0 (apart) to 1 (the same).
    key
        Equal exactly for geometries that mark the same place.
    """

    name: str
    fields: frozenset[str]
    validate: Callable[[object, Bounds], list[Fault]]
    bounding_box: Callable[[Geometry], BoundingBox]
    area: Callable[[Geometry], float]
    iou: Callable[[Geometry, Geometry], float]
    key: Callable[[Geometry], Hashable]
