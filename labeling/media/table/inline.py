"""Tables that stand in the task: their shape, and what regions on them may name."""

from collections.abc import Mapping
from typing import Any

from labeling.regions.kind import Bounds, Fault

__all__ = ["MAX_INLINE_CELLS", "table_bounds", "table_faults"]

MAX_INLINE_CELLS = 200_000
MAX_COLUMNS = 2_000
CELLS = (str, int, float, bool, type(None))


def columns_of(value: object) -> list[str]:
    """Return the names of the columns, in order."""
    if isinstance(value, Mapping):
        named = value.get("columns")
        found = named if isinstance(named, list) else []
        return [str(c.get("name", "")) if isinstance(c, Mapping) else str(c) for c in found]
    rows = [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []
    return list(dict.fromkeys(str(key) for row in rows for key in row))


def table_faults(value: object) -> list[Fault]:
    """Every fault of a table of unknown shape."""
    if isinstance(value, Mapping):
        return _faults_of_grid(value)
    if not isinstance(value, list) or not value:
        example = '{"columns": ["a", "b"], "rows": [[1, 2]]}'
        return [("", f"A table is {example}, or a list of objects.")]
    faults: list[Fault] = []
    for i, row in enumerate(value):
        if not isinstance(row, Mapping):
            faults.append((f"/{i}", "A row is an object: column to value."))
        elif not all(isinstance(cell, CELLS) for cell in row.values()):
            faults.append((f"/{i}", "A cell is a text, a number, true, false or null."))
    return faults or _faults_of_size(columns_of(value), len(value))


def _faults_of_grid(value: Mapping[str, Any]) -> list[Fault]:
    columns, rows = value.get("columns"), value.get("rows")
    if not isinstance(columns, list) or not columns:
        return [("/columns", "A list of at least one column.")]
    names = columns_of(value)
    if "" in names or len(set(names)) < len(names):
        return [("/columns", "Every column needs a name of its own.")]
    if not isinstance(rows, list):
        return [("/rows", "A list of rows.")]
    faults: list[Fault] = []
    for i, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != len(columns):
            faults.append((f"/rows/{i}", f"A row is a list of {len(columns)} cells."))
        elif not all(isinstance(cell, CELLS) for cell in row):
            faults.append((f"/rows/{i}", "A cell is a text, a number, true, false or null."))
    return faults or _faults_of_size(names, len(rows))


def _faults_of_size(names: list[str], rows: int) -> list[Fault]:
    if len(names) > MAX_COLUMNS:
        return [("/columns", f"At most {MAX_COLUMNS:,} columns.")]
    if len(names) * rows > MAX_INLINE_CELLS:
        return [("", f"At most {MAX_INLINE_CELLS:,} cells in the task; import larger ones as CSV.")]
    return []


def table_bounds(value: object) -> Bounds:
    """Rows and columns that regions may name."""
    rows = value.get("rows") if isinstance(value, Mapping) else value
    return Bounds(rows=len(rows) if isinstance(rows, list) else 0, columns=tuple(columns_of(value)))
