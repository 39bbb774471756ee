"""Finds tables by the lines that are drawn, and by how words stand where none are.

A page that is shown turned is left as it lies in the file: its words say where they stand there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from active_learning.prelabelers.base import (
    Medium,
    Prelabeler,
    PrelabelerFault,
    Proposal,
    View,
    Wanted,
)
from active_learning.prelabelers.document_tables import page_image, table_views
from active_learning.prelabelers.document_tables.aligning import Box, Table, Word, aligned_tables
from active_learning.prelabelers.document_tables.ruling import (
    Grid,
    grids_of,
    lines_of,
    overlap_share,
    ruled_table,
    upright_of,
)
from active_learning.prelabelers.pictures import box_within, picture_of

__all__ = ["TableProposer", "open_prelabeler"]

SAME = 0.5
GAP = 0.7
"""Heights of a line: a wider blank parts two cells."""
PARTS = {"row": 0.95, "column": 0.95, "header": 0.9, "cell": 0.9}
"""How much less sure than their table its parts are."""


class TableProposer:
    """See `base.Prelabeler`."""

    def __init__(self) -> None:
        cv2.setNumThreads(1)

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return boxes in points of the unturned pages: each table, and its parts."""
        views = [view for view in table_views(medium.facts) if view in medium.views]
        texts = [view for view in views if view.name != "page"]
        if not texts:
            raise PrelabelerFault("unreadable", "No page of the document can be read.")
        return [found for view in texts for found in self._on_page(medium, view)]

    def _on_page(self, medium: Medium, view: View) -> Iterator[Proposal]:
        page = int(view.given[0][1])
        size = tuple(float(side) for side in medium.facts["pages"][page])
        words = _words(medium.views[view])
        grids, upright = _drawn(medium, page, size)
        ruled = [ruled_table(grid, words) for grid in grids]
        ruled = [table for table in ruled if table.cells]
        free = [w for w in words if all(overlap_share(w.box, t.box) < SAME for t in ruled)]
        for table in (*ruled, *aligned_tables(free, upright)):
            score = table.score
            for kind, box, more in _parts(table):
                place = box_within(*box, (size[0], size[1]))
                if place is not None:
                    sure = round(score * PARTS.get(kind, 1.0), 3)
                    yield Proposal("page_box", kind, sure, {"page": page, **place}, more=more)


def _drawn(medium: Medium, page: int, size: Sequence[float]) -> tuple[list[Grid], list[Box]]:
    """Grids and upright lines in points; none of a page that is shown turned."""
    view = page_image(page)
    turns = medium.facts.get("rotations") or ()
    if view not in medium.views or (page < len(turns) and turns[page]):
        return [], []
    pixels = picture_of(medium, view)
    across, down = size[0] / pixels.shape[1], size[1] / pixels.shape[0]
    lines = lines_of(pixels)
    grids = [([x * across for x in xs], [y * down for y in ys]) for xs, ys in grids_of(lines)]
    upright = [(a * across, b * down, c * across, d * down) for a, b, c, d in upright_of(lines)]
    return grids, upright


def _parts(table: Table) -> Iterator[tuple[str, Box, dict[str, Any]]]:
    left, top, right, bottom = table.box
    yield "table", table.box, {}
    for number, (above, below) in enumerate(table.rows):
        kind = "header" if number == 0 and table.has_header else "row"
        yield kind, (left, above, right, below), {}
    for one, other in table.columns:
        yield "column", (one, top, other, bottom), {}
    for (row, column), words in table.cells.items():
        (one, other), (above, below) = table.columns[column], table.rows[row]
        text = " ".join(word.text for word in words if word.text)
        yield "cell", (one, above, other, below), {"text": text}


def _words(path: Path) -> list[Word]:
    told = json.loads(path.read_text(encoding="utf-8"))
    level = [run for run in told["runs"] if run["way"] in {"", "right"}]
    return [word for run in level for word in _apart(told["text"], run)]


def _apart(text: str, run: Mapping[str, Any]) -> Iterator[Word]:
    """A run, parted where the gap between two of its words is too wide for one cell."""
    _, top, _, bottom = (float(side) for side in run["box"])
    edges = run["edges"]
    said = text[run["start"] : run["start"] + len(edges) - 1]
    if bottom <= top:
        return
    for first, after in _stretches(said, edges, GAP * (bottom - top)):
        if edges[after] > edges[first]:
            yield Word((edges[first], top, edges[after], bottom), said[first:after])


def _stretches(said: str, edges: Sequence[float], gap: float) -> Iterator[tuple[int, int]]:
    """Characters [first, after) between blanks that are wider than a gap."""
    first = after = None
    for at, letter in enumerate(said):
        if letter.isspace():
            continue
        if first is None or after is None:
            first = at
        elif edges[at] - edges[after] > gap:
            yield first, after
            first = at
        after = at + 1
    if first is not None and after is not None:
        yield first, after


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open nothing: it is geometry."""
    return TableProposer()
