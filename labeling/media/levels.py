"""One file of ever coarser levels, each a row of equal items, read tile by tile."""

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

__all__ = ["LevelWriter", "facts_of", "read_tile"]

HEADER_BYTES = 4096


class LevelWriter:
    """Writes the finest level as it comes, then the others behind it.

    Parameters
    ----------
    out
        The file.
    item_bytes
        Size of one item; the same on every level.
    """

    def __init__(self, out: Path, item_bytes: int) -> None:
        self._file = out.open("wb")
        self._file.write(b"\0" * HEADER_BYTES)
        self._item_bytes = item_bytes
        self._counts: list[int] = []
        self.facts: dict[str, Any] = {}

    def begin(self) -> None:
        """Begin the next level."""
        self._counts.append(0)

    def append(self, items: bytes) -> None:
        """Add items to the level begun last."""
        self._file.write(items)
        self._counts[-1] += len(items) // self._item_bytes

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        header = {"counts": self._counts, "item": self._item_bytes, "facts": self.facts}
        self._file.seek(0)
        self._file.write(json.dumps(header).encode().ljust(HEADER_BYTES))
        self._file.close()


def facts_of(path: Path) -> dict[str, Any]:
    """Return what the writer noted."""
    return dict(_header(path)["facts"])


def read_tile(path: Path, level: int, tile: int, size: int) -> bytes:
    """Return the `size` items of a tile, fewer at the end; nothing beyond it or the last level."""
    header = _header(path)
    counts, item = header["counts"], header["item"]
    if level >= len(counts) or tile * size >= counts[level]:
        return b""
    with path.open("rb") as file:
        file.seek(HEADER_BYTES + (sum(counts[:level]) + tile * size) * item)
        return file.read(min(size, counts[level] - tile * size) * item)


def _header(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        header: dict[str, Any] = json.loads(file.read(HEADER_BYTES))
        return header
