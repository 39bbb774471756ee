"""What kind of values a column of texts holds."""

import re
from collections.abc import Sequence

__all__ = ["ColumnTypes"]

NUMBER = re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?(?:[eE][+-]?\d+)?%?")
DATE = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
FLAGS = frozenset({"true", "false", "yes", "no"})


class ColumnTypes:
    """Learns from every row; a column of no values at all is text."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._possible = [{"number", "date", "boolean"} for _ in columns]
        self._seen = [False] * len(columns)

    def see(self, row: Sequence[str]) -> None:
        """Take one row into account; empty cells say nothing."""
        for at, cell in enumerate(row):
            text = cell.strip()
            possible = self._possible[at]
            if text and possible:
                self._seen[at] = True
                self._possible[at] = {kind for kind in possible if _fits(kind, text)}

    def names(self) -> list[str]:
        """Return the type of each column: `number`, `date`, `boolean` or `text`."""
        return [
            next((kind for kind in ("boolean", "number", "date") if kind in possible), "text")
            if seen
            else "text"
            for possible, seen in zip(self._possible, self._seen, strict=True)
        ]


def _fits(kind: str, text: str) -> bool:
    if kind == "boolean":
        return text.lower() in FLAGS
    if kind == "date":
        return DATE.fullmatch(text) is not None
    return any(c.isdigit() for c in text) and NUMBER.fullmatch(text) is not None
