"""Cells of a table: {row, column}, or {row} for the whole row.

`row` is the row's number in the source, from 0 and without the header, whatever the table is
sorted or filtered by; `column` is the column's name.
"""

from collections.abc import Mapping

from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import fault_of_index

__all__ = ["KIND"]

MAX_NAME = 1_000


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    faults: list[Fault] = []
    said = fault_of_index(geometry.get("row"), bounds.rows, "rows")
    if said:
        faults.append(("/row", said))
    if "column" in geometry:
        column = geometry["column"]
        if not isinstance(column, str) or len(column) > MAX_NAME:
            faults.append(("/column", "must be the name of a column; left out for a whole row"))
        elif bounds.columns is not None and column not in bounds.columns:
            faults.append(("/column", f"there is no column {column[:60]!r}"))
    return faults


def _bounding_box(geometry: Geometry) -> BoundingBox:
    return (float(geometry["row"]), 0.0, 1.0, 1.0)


def _area(_geometry: Geometry) -> float:
    return 0.0


def _key(geometry: Geometry) -> tuple[int, str | None]:
    return (geometry["row"], geometry.get("column"))


def _iou(a: Geometry, b: Geometry) -> float:
    """1 for the same place, else 0: a row is another statement than one of its cells."""
    return float(_key(a) == _key(b))


KIND = RegionKind("cell", frozenset({"table"}), _validate, _bounding_box, _area, _iou, _key)
