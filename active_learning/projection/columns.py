"""Columns of numbers as one file that a browser reads without parsing it.

"PCOL", the length of the head, the head as JSON, then each column little-endian at a multiple of
eight bytes: a typed array in the browser is a view of it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["read_columns", "write_columns"]

MAGIC = b"PCOL"
_EDGE = 8
_TYPES = frozenset({"float64", "float32", "uint16", "uint8"})


def write_columns(head: Mapping[str, Any], columns: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the file; the head gains where each column begins."""
    places, parts, offset = {}, [], 0
    for name, column in columns.items():
        if column.dtype.name not in _TYPES:
            raise ValueError(f"column {name}: {column.dtype} is not one of {sorted(_TYPES)}")
        content = np.ascontiguousarray(column.astype(column.dtype.newbyteorder("<"))).tobytes()
        places[name] = {"type": column.dtype.name, "offset": offset, "length": column.size}
        parts.append(_padded(content, b"\0"))
        offset += len(parts[-1])
    text = json.dumps({**head, "columns": places}).encode()
    # The head ends at a multiple of eight, counted from the start of the file.
    text = text + b" " * (-(len(text) + 8) % _EDGE)
    return b"".join([MAGIC, struct.pack("<I", len(text)), text, *parts])


def read_columns(content: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return what `write_columns` was given."""
    if content[:4] != MAGIC:
        raise ValueError("this is no file of columns")
    length = struct.unpack_from("<I", content, 4)[0]
    head: dict[str, Any] = json.loads(content[8 : 8 + length])
    columns = {
        name: np.frombuffer(
            content,
            dtype=np.dtype(place["type"]).newbyteorder("<"),
            count=place["length"],
            offset=8 + length + place["offset"],
        )
        for name, place in head.pop("columns").items()
    }
    return head, columns


def _padded(content: bytes, filler: bytes) -> bytes:
    return content + filler * (-len(content) % _EDGE)
