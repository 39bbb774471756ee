"""Clouds as text: x y z and more to a line, with or without a line of names (XYZ, CSV, PTS)."""

import re
import warnings
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.media.pointcloud.cloud import MAX_HEADER_BYTES, Cloud, check_count, cloud_of
from labeling.media.probe import MediaError

__all__ = ["read_rows"]

MAX_COLUMNS = 128
NUMBER = re.compile(r"[-+]?(?:[\d.]+(?:e[-+]?\d+)?|nan|inf)", re.IGNORECASE)
_BOM = b"\xef\xbb\xbf"


def read_rows(data: bytes) -> Cloud:
    """The cloud of a whole file."""
    data = data.removeprefix(_BOM)
    if len(data) > MAX_HEADER_BYTES and b"\n" not in data[:MAX_HEADER_BYTES]:
        raise MediaError("unsupported", "the text is one long line, not a point to a line")
    lines = [line.strip() for line in data[:MAX_HEADER_BYTES].splitlines()[:8]]
    shown = [line for line in lines if line and not line.startswith((b"#", b"//"))]
    if not shown:
        raise MediaError("empty", "the text has no points")
    delimiter = next((mark for mark in (";", ",", "\t") if mark.encode() in shown[-1]), None)
    names = _names(shown[0], delimiter)
    # PTS files begin with how many points follow.
    is_counted = names is None and len(shown) > 1 and re.fullmatch(rb"\d+", shown[0]) is not None
    skipped = lines.index(shown[0]) + 1 if names or is_counted else 0
    table = _table(data, delimiter, skipped)
    columns = _columns(table, names or _usual_names(table))
    return cloud_of("CSV" if delimiter else "XYZ", columns, is_text=True)


def _names(line: bytes, delimiter: str | None) -> list[str] | None:
    """The names that a first line gives; None where it is a point."""
    words = [word.strip(' "') for word in line.decode("utf-8", "replace").split(delimiter)]
    if len(words) > MAX_COLUMNS:
        raise MediaError("unsupported", f"the text has {len(words)} columns to a point")
    if all(
        re.fullmatch(r"[-+]?(?:[\d.]+(?:[eE][-+]?\d+)?|nan|inf)", w, re.IGNORECASE)
        for w in words
        if w
    ):
        return None
    return [word.lower().removeprefix("//") or f"column {i}" for i, word in enumerate(words)]


def _table(data: bytes, delimiter: str | None, skipped: int) -> NDArray[np.float64]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of no rows, which the count tells
            table: NDArray[np.float64] = np.loadtxt(
                BytesIO(data), delimiter=delimiter, skiprows=skipped, ndmin=2, comments=("#", "//")
            )
    except ValueError as error:
        said = re.sub(r"\s*;? *use `.*", "", str(error))[:200]
        detail = f"the text is no table of numbers, a point to a line: {said}"
        raise MediaError("unsupported", detail) from error
    check_count(len(table))
    if table.shape[1] < 3:
        raise MediaError("unsupported", f"the text has {table.shape[1]} columns, x y z are three")
    return table


def _columns(table: NDArray[np.float64], names: list[str]) -> dict[str, NDArray[Any]]:
    return {name: table[:, i] for i, name in enumerate(names[: table.shape[1]])}


def _usual_names(table: NDArray[np.float64]) -> list[str]:
    """What columns without names mean: x y z [intensity] [red green blue]."""
    rgb = ["red", "green", "blue"]
    width = table.shape[1]
    middle = ["intensity"] if width in {4, 5, 7} else []
    at = 3 + len(middle)
    tail = table[:, at : at + 3]
    has_colours = width >= at + 3 and bool(((tail >= 0) & (tail <= 255) & (tail % 1 == 0)).all())
    names = ["x", "y", "z", *middle, *(rgb if has_colours else [])]
    return names + [f"column {i}" for i in range(len(names), width)]
