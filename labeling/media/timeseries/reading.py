"""Reads a CSV of measurements: its times in order, its channels as numbers, and what was odd."""

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from labeling.media.delimited import allow_long_cells, sniff_delimiter, without_sep_line
from labeling.media.encoding import decode
from labeling.media.probe import MediaError
from labeling.media.sniffing import read_head, sniff
from labeling.media.timeseries.clock import Clock, clock_of

__all__ = ["MAX_CHANNELS", "MAX_SAMPLES", "Series", "read_series"]

MAX_SAMPLES = 50_000_000
MAX_CHANNELS = 256
HEAD_BYTES = 1 << 16
CHUNK_CHARACTERS = 1 << 22
LOOKED_AT = 200
MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "-"})
LEAST_NUMBERS = 0.5
"""A column with fewer numbers among its cells is no channel."""


@dataclass(slots=True)
class Series:
    """A series in the order of time.

    Attributes
    ----------
    seconds
        Since the first sample, (n,).
    values
        (channels, n), NaN where there is none.
    start
        Seconds since 1970 of the first sample; None where the file tells no date.
    """

    clock: Clock
    time_name: str
    names: list[str]
    seconds: NDArray[np.float64]
    values: NDArray[np.float32]
    start: float | None
    warnings: list[str] = field(default_factory=list)


def read_series(path: Path) -> Series:
    """Return the whole series; raise MediaError where the file holds none."""
    with _opened(path) as (header, chunks):
        first = next(chunks)
        if not first[0]:
            raise MediaError("empty", "the file has a header and no rows below it")
        columns = [column[:LOOKED_AT] for column in first]
        at, clock = _clock(header, columns)
        chosen, dropped = _channels(header, columns, at)
        parts, bad = _parts(chain([first], chunks), chosen, at, clock)
    warnings = [f"columns that hold no numbers are left out: {', '.join(dropped)}"] * bool(dropped)
    if bad:
        warnings.append(f"{bad:,} cells are no numbers and count as missing")
    times = np.concatenate([part[0] for part in parts])
    values = np.concatenate([part[1] for part in parts], axis=1)
    seconds, values, start = _ordered(clock, times, values, warnings)
    names = [header[i] or f"column {i + 1}" for i in chosen]
    name = "" if at is None else header[at]
    return Series(clock, name, names, seconds, values, start, warnings)


Columns = Sequence[Sequence[str]]
"""Cells of some rows, column by column."""


@contextmanager
def _opened(path: Path) -> Iterator[tuple[list[str], Iterator[Columns]]]:
    """The header, and what stands below it, chunk by chunk."""
    head = read_head(path)
    if not head:
        raise MediaError("empty", "the file is empty")
    mime = sniff(head)
    if mime != "text/plain":
        raise MediaError("unsupported", f"the file is {mime}, no CSV or TSV of measurements")
    with path.open("rb") as raw:
        text, encoding = decode(_whole_lines(raw.read(HEAD_BYTES)))
    is_whole = path.stat().st_size <= HEAD_BYTES
    delimiter = sniff_delimiter(text, is_whole=is_whole)
    allow_long_cells()
    try:
        with path.open(encoding=encoding, errors="replace", newline="") as file:
            if without_sep_line(text)[0]:
                file.readline()
            chunks = _chunks(file, delimiter)
            first = next(chunks, ())
            header = [column[0].strip() for column in first]
            if not header:
                raise MediaError("broken", "the first line names no columns")
            yield header, chain([[column[1:] for column in first]], chunks)
    except csv.Error as error:
        raise MediaError("broken", f"the file is no CSV: {error}") from error


def _chunks(file: TextIO, delimiter: str) -> Iterator[Columns]:
    """Yield the columns of some rows each; the width is that of the first row."""
    width = 0
    while text := file.read(CHUNK_CHARACTERS):
        # With the rest of its last line, and of its last quoted cell.
        text += file.readline()
        while text.count('"') % 2 and (more := file.readline()):
            text += more
        columns = _split(text, delimiter, width) if '"' not in text else None
        columns = columns or _parsed(text, delimiter, width)
        if columns and columns[0]:
            width = len(columns)
            yield columns


def _split(text: str, delimiter: str, width: int) -> Columns | None:
    """The quick way, for text without quotes in which all rows are equally long; else None."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    count = plain.count("\n") + 1
    width = width or plain.split("\n", 1)[0].count(delimiter) + 1
    cells = plain.replace("\n", delimiter).split(delimiter)
    if len(cells) != count * width or plain.count(delimiter) != count * (width - 1):
        return None
    if "\n\n" in plain or any(line.count(delimiter) != width - 1 for line in plain.split("\n")):
        return None
    return [cells[i::width] for i in range(width)]


def _parsed(text: str, delimiter: str, width: int) -> Columns:
    """The sure way: short rows are filled up, long ones cut, empty ones left out."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows = [row for row in lines if any(row)]
    width = width or (len(rows[0]) if rows else 0)
    filled = [row[:width] if len(row) >= width else row + [""] * (width - len(row)) for row in rows]
    return [list(column) for column in zip(*filled, strict=True)]


def _whole_lines(head: bytes) -> bytes:
    """Cut before the last line, so that no character is cut in two."""
    end = head.rfind(b"\n")
    return head if end < 0 or len(head) < HEAD_BYTES else head[: end + 1]


def _clock(header: Sequence[str], columns: Sequence[Sequence[str]]) -> tuple[int | None, Clock]:
    """The column of times: ISO stamps before numbers, the first before others; or the index."""
    found = [(i, clock_of(header[i], cells)) for i, cells in enumerate(columns)]
    known = [(i, clock) for i, clock in found if clock]
    known.sort(key=lambda pair: pair[1].kind != "iso")
    return known[0] if known else (None, Clock("index"))


def _channels(
    header: Sequence[str], columns: Sequence[Sequence[str]], time: int | None
) -> tuple[list[int], list[str]]:
    chosen, dropped = [], []
    for i, cells in enumerate(columns):
        if i == time:
            continue
        filled = [cell for cell in cells if cell.strip().lower() not in MISSING]
        numbers = sum(not np.isnan(_number(cell)) for cell in filled)
        if not filled or numbers >= LEAST_NUMBERS * len(filled):
            chosen.append(i)
        else:
            dropped.append(header[i] or f"column {i + 1}")
    if not chosen:
        raise MediaError("unsupported", "no column of the file holds numbers")
    if len(chosen) > MAX_CHANNELS:
        said = f"the series has {len(chosen):,} channels, at most {MAX_CHANNELS} are allowed"
        raise MediaError("too_large", said)
    return chosen, dropped


def _parts(
    chunks: Iterator[Columns], chosen: Sequence[int], time: int | None, clock: Clock
) -> tuple[list[tuple[NDArray[np.float64], NDArray[np.float32]]], int]:
    """Read chunk by chunk, never the whole text; count the cells that are no numbers."""
    parts, bad, count = [], 0, 0
    for columns in chunks:
        size = len(columns[0])
        values = np.empty((len(chosen), size), np.float32)
        for place, i in enumerate(chosen):
            values[place], faulty = _floats(columns[i])
            bad += faulty
        if time is None:
            times = np.arange(count, count + size, dtype=np.float64)
        else:
            times = clock.read(columns[time])
        parts.append((times, values))
        count += size
        if count > MAX_SAMPLES:
            said = f"the series has more than {MAX_SAMPLES:,} samples: split it"
            raise MediaError("too_large", said)
    return parts, bad


def _floats(cells: Sequence[str]) -> tuple[NDArray[np.float32], int]:
    try:
        return np.array([float(cell or "nan") for cell in cells], np.float32), 0
    except ValueError:
        found = np.array([_number(cell) for cell in cells], np.float32)
        said = sum(cell.strip().lower() not in MISSING for cell in cells)
        return found, max(0, said - int(np.isfinite(found).sum()))


def _number(cell: str) -> float:
    """A number, also with a decimal comma; NaN for anything else."""
    try:
        return float(cell)
    except ValueError:
        try:
            return float(cell.replace(",", "."))
        except ValueError:
            return float("nan")


def _ordered(
    clock: Clock, times: NDArray[np.float64], values: NDArray[np.float32], warnings: list[str]
) -> tuple[NDArray[np.float64], NDArray[np.float32], float | None]:
    """Return seconds since the first sample, the values in that order, and when that was."""
    good = np.isfinite(times)
    if not good.all():
        warnings.append(f"{int((~good).sum()):,} rows without a time are left out")
        times, values = times[good], values[:, good]
    if not len(times):
        raise MediaError("broken", "no row of the file has a time")
    if (np.diff(times) < 0).any():
        warnings.append("rows are not in the order of time; they are sorted here")
        order = np.argsort(times, kind="stable")
        times, values = times[order], values[:, order]
    if repeated := int((np.diff(times) == 0).sum()):
        warnings.append(f"{repeated:,} rows repeat the time of the row before")
    values[~np.isfinite(values)] = np.nan
    start = float(times[0]) if clock.kind in {"iso", "epoch"} else None
    return times - times[0], values, start
