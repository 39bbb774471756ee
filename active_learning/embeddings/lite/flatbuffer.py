"""Reads FlatBuffers: tables, whose fields may be absent, and vectors.

References
----------
https://flatbuffers.dev/internals (the format).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Table", "root_of"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table at a place of a buffer; fields go by their number in the schema."""

    content: bytes
    at: int

    def whole(self, field: int, absent: int = 0) -> int:
        """Return a field of four bytes."""
        place = self._place(field)
        return _whole(self.content, place) if place else absent

    def byte(self, field: int, absent: int = 0) -> int:
        """Return a field of one byte: a truth, a choice."""
        place = self._place(field)
        return self.content[place] if place else absent

    def table(self, field: int) -> Table | None:
        """Return the table to which a field leads."""
        place = self._place(field)
        return Table(self.content, place + _whole(self.content, place)) if place else None

    def tables(self, field: int) -> list[Table]:
        """Return the tables of a vector."""
        start, count = self._vector(field)
        places = range(start, start + 4 * count, 4)
        return [Table(self.content, place + _whole(self.content, place)) for place in places]

    def wholes(self, field: int) -> list[int]:
        """Return a vector of numbers of four bytes."""
        start, count = self._vector(field)
        return [_whole(self.content, start + 4 * i) for i in range(count)]

    def data(self, field: int) -> NDArray[np.uint8]:
        """Return a vector of bytes."""
        start, count = self._vector(field)
        return np.frombuffer(self.content, np.uint8, count, start)

    def text(self, field: int) -> str:
        """Return a text."""
        return self.data(field).tobytes().decode("utf-8")

    def _vector(self, field: int) -> tuple[int, int]:
        place = self._place(field)
        if not place:
            return 0, 0
        start = place + _whole(self.content, place)
        return start + 4, _whole(self.content, start)

    def _place(self, field: int) -> int:
        """Where a field stands; 0 where it is absent."""
        listed = self.at - _whole(self.content, self.at)
        (size,) = struct.unpack_from("<H", self.content, listed)
        slot = 4 + 2 * field
        (offset,) = struct.unpack_from("<H", self.content, listed + slot) if slot < size else (0,)
        return self.at + offset if offset else 0


def root_of(content: bytes) -> Table:
    """Return the table with which a buffer begins."""
    return Table(content, _whole(content, 0))


def _whole(content: bytes, at: int) -> int:
    return int(struct.unpack_from("<i", content, at)[0])
