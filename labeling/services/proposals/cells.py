"""The cells of a table, be it in the task itself or in a file of many rows."""

from collections.abc import Iterator, Mapping
from typing import Any

from labeling.media.table import BLOCK_ROWS
from labeling.media.table.inline import columns_of
from labeling.services.proposals.ask import Ask
from labeling.services.proposals.matching import Token

__all__ = ["cells_of", "text_of_cell"]

MAX_ROWS = 100_000
"""Rows of a file that are read for one question."""


def cells_of(ask: Ask, field_id: str) -> Iterator[Token]:
    """Every cell that holds something, row by row."""
    columns = _columns(ask, field_id)
    for number, row in _rows(ask, field_id):
        for at, column in enumerate(columns):
            cell = _cell(row, at, column)
            if cell not in (None, ""):
                yield Token(str(cell), (number, at), {"row": number, "column": column})


def text_of_cell(ask: Ask, field_id: str, place: Mapping[str, Any]) -> str:
    """What one cell reads; nothing for a whole row, and for a column that is not there."""
    columns = _columns(ask, field_id)
    if place.get("column") not in columns:
        return ""
    at = columns.index(place["column"])
    for number, row in _rows(ask, field_id, place["row"]):
        if number == place["row"]:
            cell = _cell(row, at, place["column"])
            return "" if cell is None else str(cell)
    return ""


def _columns(ask: Ask, field_id: str) -> list[str]:
    asset = ask.assets.get(field_id)
    return columns_of(ask.data.get(field_id)) if asset is None else list(asset.facts["columns"])


def _rows(ask: Ask, field_id: str, first: int = 0) -> Iterator[tuple[int, Any]]:
    """Rows with their numbers; of a file from the beginning of the block that holds `first`."""
    asset = ask.assets.get(field_id)
    if asset is None:
        value = ask.data.get(field_id)
        rows = value.get("rows") if isinstance(value, Mapping) else value
        yield from enumerate(rows if isinstance(rows, list) else [])
        return
    begin = first // BLOCK_ROWS
    end = begin * BLOCK_ROWS + min(int(asset.facts["rows"]) - begin * BLOCK_ROWS, MAX_ROWS)
    for block in range(begin, -(-end // BLOCK_ROWS)):
        found = ask.read(field_id, "rows", block=block)
        yield from enumerate(found["rows"], found["start"])


def _cell(row: Any, at: int, column: str) -> Any:
    return row.get(column) if isinstance(row, Mapping) else row[at]
