"""Groups pieces of a file by key on disk, so that memory does not grow with the file."""

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from labeling.formats.exact_json import decode, encode

__all__ = ["Spill"]

BATCH = 1000


class Spill:
    """JSON values in lists by key, in a temporary file of its own."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="penumbra-spill-")
        self._base = sqlite3.connect(Path(self._folder.name) / "spill")
        self._base.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-8000;"
            "CREATE TABLE item (kind TEXT, key TEXT, value BLOB)"
        )
        self._pending: list[tuple[str, str, bytes]] = []
        self._is_indexed = False

    def add(self, kind: str, key: object, value: Any) -> None:
        """Append a value to the list of its kind and key."""
        self._pending.append((kind, str(key), encode(value)))
        if len(self._pending) >= BATCH:
            self._flush()

    def all(self, kind: str) -> Iterator[Any]:
        """Yield every value of a kind in the order in which they came."""
        self._flush()
        rows = self._base.execute("SELECT value FROM item WHERE kind = ? ORDER BY rowid", (kind,))
        for (value,) in rows:
            yield decode(value)

    def of(self, kind: str, key: object) -> list[Any]:
        """Return the list of a kind and key."""
        self._flush()
        if not self._is_indexed:
            self._base.execute("CREATE INDEX by_key ON item (kind, key)")
            self._is_indexed = True
        rows = self._base.execute(
            "SELECT value FROM item WHERE kind = ? AND key = ? ORDER BY rowid", (kind, str(key))
        )
        return [decode(value) for (value,) in rows]

    def _flush(self) -> None:
        self._base.executemany("INSERT INTO item VALUES (?, ?, ?)", self._pending)
        self._pending.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._base.close()
        self._folder.cleanup()
