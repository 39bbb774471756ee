"""Text of delimited cells: finds the delimiter by parsing the head with each candidate."""

import csv
import io
from collections.abc import Iterator

__all__ = ["DELIMITERS", "allow_long_cells", "consistency", "sniff_delimiter", "without_sep_line"]

DELIMITERS = (",", ";", "\t", "|")
ROWS = 200
MAX_CELL = 32 << 20


def allow_long_cells() -> None:
    """Let a cell hold a long document; the module's own limit is 128 KiB for the whole process."""
    csv.field_size_limit(MAX_CELL)


def without_sep_line(text: str) -> tuple[str, str]:
    """Return Excel's `sep=;` declaration, if the text begins with one, and the text after it."""
    first, _, rest = text.partition("\n")
    said = first.rstrip("\r").removeprefix("\ufeff")
    if said.lower().startswith("sep=") and len(said) == 5:
        return said[4], rest
    return "", text


def sniff_delimiter(head: str, *, is_whole: bool) -> str:
    """Return the delimiter under which most rows have as many cells as the header.

    Quotes are respected, so delimiters inside texts do not count. A table of one column gives a
    comma.
    """
    said, head = without_sep_line(head)
    if said:
        return said
    scored = [
        (consistency(head, delimiter, is_whole=is_whole), -order, delimiter)
        for order, delimiter in enumerate(DELIMITERS)
    ]
    (score, columns), _, best = max(scored)
    return best if columns > 1 and score > 0 else ","


def consistency(head: str, delimiter: str, *, is_whole: bool) -> tuple[float, int]:
    """Return the share of rows with as many cells as the header, and how many those are."""
    widths = list(_widths(head, delimiter))
    if not is_whole and len(widths) > 1:
        widths.pop()  # the last row of a cut head is cut as well
    if not widths or widths[0] < 2:
        return 0.0, 1
    return sum(width == widths[0] for width in widths) / len(widths), widths[0]


def _widths(head: str, delimiter: str) -> Iterator[int]:
    allow_long_cells()
    rows = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
    try:
        for row, _ in zip(rows, range(ROWS), strict=False):
            if row:
                yield len(row)
    except csv.Error:
        return
