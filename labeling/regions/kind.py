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
"""x, y, width, height; a kind on an axis gives (start, 0, extent, 1)."""


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
    """

    width: float | None = None
    height: float | None = None
    text: str | None = None
    duration: float | None = None


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
        Square pixels; code points or seconds on an axis; 0 for lines and points.
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
