"""Tables without lines: words that stand below each other in columns, row by row.

References
----------
Kieninger & Dengel (1998), "The T-Recs table recognition and analysis system",
doi:10.1007/3-540-48172-9_21; Nurminen (2013), "Algorithmic extraction of data in tables in PDF
documents", Tampere University of Technology.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

__all__ = ["Box", "Table", "Word", "aligned_tables", "rows_of", "table_of"]

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in points."""

LEAST_ROWS = {3: 2, 2: 4}
"""Columns of a table, at least, and how many rows of several words it then needs."""
FAR_ROWS = 3.0
"""Heights of a line: the widest gap between two rows of a table."""
WIDER = 3.0
"""Times the usual gap: a wider one parts two tables, if it is `PARTED` heights wide."""
PARTED = 1.5
FIGURES = 0.7
"""Share of the last of two columns that are figures below each other: else it is running text."""
MARGIN_PT = 2.0
NEAR_ROWS = 0.9
"""The widest gap to a line that goes on with the cell above it."""
ALIGNED_PT = 3.0


@dataclass(frozen=True, slots=True)
class Word:
    """Words in one row without a gap."""

    box: Box
    text: str = ""

    @property
    def height(self) -> float:
        """Points."""
        return self.box[3] - self.box[1]


@dataclass(slots=True)
class Table:
    """A table: `columns` and `rows` are intervals, `cells` what stands where, as (row, column)."""

    columns: list[tuple[float, float]]
    rows: list[tuple[float, float]] = field(default_factory=list)
    cells: dict[tuple[int, int], list[Word]] = field(default_factory=dict)
    has_header: bool = False

    @property
    def box(self) -> Box:
        """Around everything."""
        left, right = self.columns[0][0], self.columns[-1][1]
        return (left, self.rows[0][0], right, self.rows[-1][1])

    @property
    def score(self) -> float:
        """How full it is, and how well its cells stand below each other, 0 to 1."""
        aligned = sum(self._aligned(column) for column in range(len(self.columns)))
        full = len(self.cells) / (len(self.rows) * len(self.columns))
        return 0.5 * full + 0.5 * aligned / max(1, len(self.cells))

    def _aligned(self, column: int) -> int:
        """How many cells of a column share their left, right or middle with most others."""
        boxes = [_around(words) for (_, at), words in self.cells.items() if at == column]
        if len(boxes) < 2:
            return 0
        edges = [[b[0] for b in boxes], [b[2] for b in boxes], [(b[0] + b[2]) / 2 for b in boxes]]
        return max(sum(abs(x - median(all_x)) <= ALIGNED_PT for x in all_x) for all_x in edges)


def rows_of(words: Sequence[Word]) -> list[list[Word]]:
    """Return words row by row, from top to bottom and from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda one: one.box[1] + one.box[3]):
        middle = (word.box[1] + word.box[3]) / 2
        last = rows[-1][0].box if rows else None
        if last and last[1] <= middle <= last[3]:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda one: one.box[0]) for row in rows]


def aligned_tables(words: Sequence[Word], upright: Sequence[Box] = ()) -> list[Table]:
    """Return the tables that the places of words show, from top to bottom.

    Lines that stand `upright` in a table, such as between its headings, part its columns.
    """
    rows = rows_of(words)
    found: list[Table] = []
    at = 0
    while at < len(rows):
        blocks = (_block(rows, at, columns) for columns in LEAST_ROWS)
        block = next((one for one in blocks if one), None)
        if block:
            found.append(table_of(_parted(_columns(block), block, upright), block))
        at += len(block or "-")
    return found


def table_of(columns: Sequence[tuple[float, float]], rows: Sequence[Sequence[Word]]) -> Table:
    """Return the table of some rows; a line that goes on with the cell above is no row."""
    table = Table(list(columns))
    for row in rows:
        places = [(_column(columns, word), word) for word in row]
        top, bottom = min(w.box[1] for w in row), max(w.box[3] for w in row)
        if table.rows and len(row) == 1 and _goes_on(table, places[0], top):
            number = len(table.rows) - 1
            table.rows[-1] = (table.rows[-1][0], max(bottom, table.rows[-1][1]))
        else:
            number = len(table.rows)
            table.rows.append((top, bottom))
        for column, word in places:
            table.cells.setdefault((number, column), []).append(word)
    _close_gaps(table)
    table.has_header = _is_header(table)
    return table


def _block(rows: Sequence[Sequence[Word]], start: int, least: int) -> list[list[Word]]:
    """The rows from one on that keep to its columns; none where they are no table."""
    if len(rows[start]) < least or (least == 2 and len(rows[start]) > least):
        return []
    block = [list(rows[start])]
    gaps: list[float] = []
    height = median(word.height for word in rows[start])
    for row in rows[start + 1 :]:
        gap = min(word.box[1] for word in row) - max(word.box[3] for word in block[-1])
        usual = max(PARTED * height, WIDER * median(gaps)) if gaps else FAR_ROWS * height
        if gap > min(usual, FAR_ROWS * height) or not _fits(block, row, least):
            break
        block.append(list(row))
        gaps.append(gap)
    while len(block[-1]) == 1:
        block.pop()
    full = [row for row in block if len(row) > 1]
    is_table = len(full) >= LEAST_ROWS[least] and (least > 2 or _ends_in_figures(full))
    return block if is_table else []


def _ends_in_figures(rows: Sequence[Sequence[Word]]) -> bool:
    edge = median(row[-1].box[2] for row in rows)
    told = [
        abs(row[-1].box[2] - edge) <= ALIGNED_PT and any(map(str.isdigit, row[-1].text))
        for row in rows
    ]
    return sum(told) >= FIGURES * len(told)


def _fits(block: Sequence[Sequence[Word]], row: Sequence[Word], least: int) -> bool:
    """Whether no word reaches over a gap between columns, but for one that stands alone."""
    if least == 2 and len(row) > least:
        return False
    columns = _columns(block)
    over = [word for word in row if len(_met(columns, word)) > 1]
    if len(row) == 1:
        # A heading within the table, such as a group's name: one at a time.
        return not over or len(block[-1]) > 1
    return not over and len(_columns([*block, row])) >= least


def _columns(rows: Sequence[Sequence[Word]]) -> list[tuple[float, float]]:
    """The intervals that words of rows with several share, from left to right."""
    spans = sorted((word.box[0], word.box[2]) for row in rows if len(row) > 1 for word in row)
    columns: list[tuple[float, float]] = []
    for left, right in spans:
        if columns and left < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(right, columns[-1][1]))
        else:
            columns.append((left, right))
    return columns


def _parted(
    columns: Sequence[tuple[float, float]], block: Sequence[Sequence[Word]], upright: Sequence[Box]
) -> list[tuple[float, float]]:
    """The columns between lines, where at least two are drawn and no word crosses them."""
    words = [word.box for row in block for word in row]
    top, bottom = min(b[1] for b in words), max(b[3] for b in words)
    left, right = columns[0][0], columns[-1][1]
    inner = sorted(
        line[0]
        for line in upright
        if min(line[3], bottom) - max(line[1], top) > 0
        and left < line[0] < right
        and not any(b[0] < line[0] - 1 and line[0] + 1 < b[2] for b in words)
    )
    if len(inner) < 2:
        return list(columns)
    return list(pairwise([left, *inner, right]))


def _met(columns: Sequence[tuple[float, float]], word: Word) -> list[int]:
    return [
        number
        for number, (left, right) in enumerate(columns)
        if min(right, word.box[2]) - max(left, word.box[0]) > 0
    ]


def _column(columns: Sequence[tuple[float, float]], word: Word) -> int:
    """The column that a word shares most with, else the nearest."""
    middle = (word.box[0] + word.box[2]) / 2

    def apart(number: int) -> tuple[float, float]:
        left, right = columns[number]
        shared = min(right, word.box[2]) - max(left, word.box[0])
        return (-max(shared, 0.0), abs((left + right) / 2 - middle))

    return min(range(len(columns)), key=apart)


def _goes_on(table: Table, place: tuple[int, Word], top: float) -> bool:
    column, word = place
    number = len(table.rows) - 1
    is_near = top - table.rows[-1][1] <= NEAR_ROWS * word.height
    return is_near and (number, column) in table.cells


def _close_gaps(table: Table) -> None:
    """Rows and columns meet halfway between their words."""
    for intervals in (table.rows, table.columns):
        intervals[0] = (intervals[0][0] - MARGIN_PT, intervals[0][1])
        intervals[-1] = (intervals[-1][0], intervals[-1][1] + MARGIN_PT)
        for at in range(1, len(intervals)):
            middle = (intervals[at - 1][1] + intervals[at][0]) / 2
            intervals[at - 1] = (intervals[at - 1][0], middle)
            intervals[at] = (middle, intervals[at][1])


def _is_header(table: Table) -> bool:
    """Whether the first row has no figures where the others have."""

    def figures(row: int) -> set[int]:
        return {
            column
            for (at, column), words in table.cells.items()
            if at == row and any(letter.isdigit() for word in words for letter in word.text)
        }

    below = [figures(row) for row in range(1, len(table.rows))]
    return not figures(0) and any(below)


def _around(words: Sequence[Word]) -> Box:
    boxes = [word.box for word in words]
    lows, highs = [b[:2] for b in boxes], [b[2:] for b in boxes]
    left, top = (min(values) for values in zip(*lows, strict=True))
    right, bottom = (max(values) for values in zip(*highs, strict=True))
    return (left, top, right, bottom)
