"""CSV and TSV files as tables: every row keeps its number, blocks of rows are read on demand."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from labeling.media.decoding.once import written_once
from labeling.media.decoding.order import Order
from labeling.media.delimited import allow_long_cells, sniff_delimiter, without_sep_line
from labeling.media.encoding import read_text
from labeling.media.probe import MediaError, Probe
from labeling.media.sniffing import read_head, sniff
from labeling.media.table import BLOCK_ROWS, MAX_ROWS, STRIP_ROWS
from labeling.media.table.column_types import ColumnTypes
from labeling.media.table.inline import MAX_COLUMNS

__all__ = ["VIEWS", "probe"]

HEAD = 65_536
DISTINCT = 30


def probe(path: Path) -> Probe:
    """Reads every row: its number of cells, and what kind of values each column holds."""
    columns, rows = _read(path)
    types = ColumnTypes(columns)
    count = 0
    for row in rows:
        types.see(row)
        count += 1
    return Probe(
        type="table",
        mime="text/plain",
        size=path.stat().st_size,
        facts={"columns": columns, "rows": count, "types": types.names()},
    )


def _read(path: Path) -> tuple[list[str], Iterator[list[str]]]:
    """The names of the columns, and the rows after the header, each as long as the header."""
    mime = sniff(read_head(path))
    if path.stat().st_size == 0:
        raise MediaError("empty", "the file is empty")
    if mime != "text/plain":
        raise MediaError("unsupported", f"the file is {mime}, no CSV or TSV")
    text, _ = read_text(path)
    is_whole = len(text) <= HEAD
    delimiter = sniff_delimiter(text[:HEAD], is_whole=is_whole)
    _, text = without_sep_line(text)
    allow_long_cells()
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header = next((row for row in lines if row), [])
    columns = [name.strip() for name in header]
    if not columns or not any(columns):
        raise MediaError("broken", "the first line names no columns")
    if len(columns) > MAX_COLUMNS:
        detail = f"the table has {len(columns):,} columns, at most {MAX_COLUMNS:,} are allowed"
        raise MediaError("too_large", detail)
    names = [name or f"column {i + 1}" for i, name in enumerate(columns)]
    double = {name for name in names if names.count(name) > 1}
    if double:
        raise MediaError("broken", f"two columns are named {min(double)!r}; rename one")
    return names, _rows(lines, len(names))


def _rows(lines: Iterator[list[str]], width: int) -> Iterator[list[str]]:
    count = 0
    try:
        for row in lines:
            if not row:
                continue
            count += 1
            if count > MAX_ROWS:
                raise MediaError("too_large", f"at most {MAX_ROWS:,} rows are allowed")
            if len(row) > width:
                raise MediaError("broken", f"row {count:,} has {len(row)} cells, not {width}")
            yield row + [""] * (width - len(row))
    except csv.Error as error:
        raise MediaError("broken", f"row {count + 1:,} cannot be read: {error}") from error


def _render_columns(order: Order) -> str:
    """Writes for each column its type, and its values where they are few: what filters offer."""
    order.out.write_bytes(_cut(order).read_bytes())
    return "application/json"


def _render_rows(order: Order) -> str:
    """Writes `{start, rows}` of one block."""
    wanted = order.whole("block")
    order.out.write_bytes(_block(order, wanted, wanted * BLOCK_ROWS).read_bytes())
    return "application/json"


def _render_strip(order: Order) -> str:
    """Writes `{start, rows}` of a few rows."""
    start = order.whole("strip") * STRIP_ROWS
    number, place = divmod(start, BLOCK_ROWS)
    rows = json.loads(_block(order, number, start).read_text("utf-8"))["rows"]
    body = {"start": start, "rows": rows[place : place + STRIP_ROWS]}
    order.out.write_text(json.dumps(body, ensure_ascii=False), "utf-8")
    return "application/json"


def _block(order: Order, number: int, start: int) -> Path:
    block = _cut(order).with_name(f"{number}.json")
    if not block.exists():
        raise MediaError("unasked", f"the table has no rows from {start:,} on")
    return block


def _render_column(order: Order) -> str:
    """Writes every value of one column: what sorting and filtering need of a table."""
    wanted = order.whole("column")
    known = _cut(order)
    columns = json.loads(known.read_text("utf-8"))
    if wanted >= len(columns):
        detail = f"there is no column {wanted}: the table has {len(columns)}, counted from 0"
        raise MediaError("unasked", detail)
    values: list[str] = []
    number = 0
    while (block := known.with_name(f"{number}.json")).exists():
        values += [row[wanted] for row in json.loads(block.read_text("utf-8"))["rows"]]
        number += 1
    order.out.write_text(json.dumps({"values": values}, ensure_ascii=False), "utf-8")
    return "application/json"


def _cut(order: Order) -> Path:
    """Cut the whole file into blocks and weigh its columns in one reading, once; return these."""
    folder = order.folder / "blocks"
    # Written last: where it is, all blocks are.
    done = folder / "columns.json"
    if done.exists():
        return done
    columns, rows = _read(order.source)
    types = ColumnTypes(columns)
    values: list[Counter[str] | None] = [Counter() for _ in columns]
    count = -1
    for count, block in enumerate(_blocks(rows)):
        for row in block:
            types.see(row)
        values = [_counted(seen, block, at) for at, seen in enumerate(values)]
        _write_block(folder, count, block)
    if count < 0:
        _write_block(folder, 0, ())
    found = [
        {"name": name, "type": kind, "values": seen}
        for name, kind, seen in zip(columns, types.names(), values, strict=True)
    ]
    body = json.dumps(found, ensure_ascii=False)
    return written_once(done, lambda out: out.write_text(body, encoding="utf-8"))


def _blocks(rows: Iterator[list[str]]) -> Iterator[list[list[str]]]:
    while block := list(islice(rows, BLOCK_ROWS)):
        yield block


def _counted(
    seen: Counter[str] | None, block: Sequence[Sequence[str]], at: int
) -> Counter[str] | None:
    """How often each value of a column stands there; None once they are many."""
    if seen is None:
        return None
    seen.update(row[at] for row in block)
    return seen if len(seen) <= DISTINCT else None


def _write_block(folder: Path, number: int, rows: Sequence[Sequence[str]]) -> None:
    body = json.dumps({"start": number * BLOCK_ROWS, "rows": rows}, ensure_ascii=False)
    written_once(folder / f"{number}.json", lambda out: out.write_text(body, encoding="utf-8"))


VIEWS = {
    "rows": _render_rows,
    "strip": _render_strip,
    "column": _render_column,
    "columns": _render_columns,
}
