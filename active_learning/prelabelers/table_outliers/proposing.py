"""Measures each number's distance from the middle of its column, in median deviations.

References
----------
Iglewicz & Hoaglin (1993), "How to Detect and Handle Outliers", on the modified z-score; Leys et
al. (2013), doi:10.1016/j.jesp.2013.03.013, on why the median and not the mean.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.table_outliers import row_views
from labeling.media.table.column_types import NUMBER
from labeling.media.table.inline import columns_of

__all__ = ["open_prelabeler"]

SCALE = 0.6745
"""Median deviation of a normal distribution, in its standard deviations."""
LEAST_ROWS = 8
MOSTLY = 0.9
"""A share of cells so large makes a column one of numbers, or one that is filled."""


class OutlierProposer:
    """See `base.Prelabeler`."""

    def __init__(self, distance: float) -> None:
        self._distance = distance

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return the cells that stand out, column by column."""
        columns, rows = _table(medium)
        if len(rows) < LEAST_ROWS:
            return []
        return [
            found
            for at, column in enumerate(columns)
            for found in self._in_column(column, [row[at] for row in rows])
        ]

    def _in_column(self, column: str, cells: Sequence[Any]) -> Iterator[Proposal]:
        empty = [number for number, cell in enumerate(cells) if _is_empty(cell)]
        numbers = np.array([_number(cell) for cell in cells])
        filled = len(cells) - len(empty)
        if empty and filled >= MOSTLY * len(cells):
            for row in empty:
                yield _cell("missing", column, row, 0.6)
        is_number = np.isfinite(numbers)
        if filled < LEAST_ROWS or is_number.sum() < MOSTLY * filled:
            return
        for row in np.flatnonzero(~is_number).tolist():
            if not _is_empty(cells[row]):
                yield _cell("wrong_type", column, row, 0.8)
        yield from self._far(column, numbers)

    def _far(
        self, column: str, numbers: np.ndarray[Any, np.dtype[np.float64]]
    ) -> Iterator[Proposal]:
        middle = np.nanmedian(numbers)
        spread = np.nanmedian(np.abs(numbers - middle))
        if not spread > 0:
            return  # most are equal: any other would be infinitely far
        far = SCALE * np.abs(numbers - middle) / spread
        for row in np.flatnonzero(far > self._distance):
            # A half at the border, three quarters at twice the distance.
            yield _cell("outlier", column, int(row), 1 - 0.5 * self._distance / float(far[row]))


def _table(medium: Medium) -> tuple[list[str], list[list[Any]]]:
    if medium.path is None:
        columns = columns_of(medium.value)
        given = medium.value.get("rows", []) if isinstance(medium.value, Mapping) else medium.value
        return columns, [
            [row.get(c) for c in columns] if isinstance(row, Mapping) else list(row)
            for row in given
        ]
    columns = [str(c.get("name")) if isinstance(c, Mapping) else str(c)
               for c in medium.facts.get("columns", [])]  # fmt: skip
    rows: list[list[Any]] = []
    for view in row_views(medium.facts):
        path = medium.views.get(view)
        if path is None:
            break
        rows += json.loads(path.read_text(encoding="utf-8"))["rows"]
    return columns, rows


def _is_empty(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _number(cell: Any) -> float:
    if isinstance(cell, bool):
        return math.nan
    if isinstance(cell, int | float):
        return float(cell)
    text = cell.strip() if isinstance(cell, str) else ""
    if not text or not NUMBER.fullmatch(text) or not any(c.isdigit() for c in text):
        return math.nan
    return float(text.replace(",", "").rstrip("%"))


def _cell(name: str, column: str, row: int, score: float) -> Proposal:
    return Proposal("cell", name, score, {"row": row, "column": column})


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open nothing: it is arithmetic."""
    return OutlierProposer(float(options["distance"]))
