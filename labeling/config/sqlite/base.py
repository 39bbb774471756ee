"""Django's SQLite backend, with transactions of one process begun in turn.

Other processes (workers) still wait by SQLite's own lock; they write seldom and in short steps.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from labeling.config.sqlite.turns import Turns

_turns = Turns()


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that remembers how a statement's places are written in SQLite.

    Django searches the text for them at every execution: a twentieth of the annotating loop.
    """

    def convert_query(self, query: str, *, param_names: Sequence[str] | None = None) -> str:
        """Return the statement as SQLite reads it."""
        if param_names is not None:
            return str(super().convert_query(query, param_names=list(param_names)))
        return _converted(query)


@lru_cache(maxsize=512)
def _converted(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds the process's turn from BEGIN IMMEDIATE to COMMIT or ROLLBACK."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has_turn = False

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Return a cursor of ours."""
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        timeout_s = float(self.settings_dict["OPTIONS"].get("timeout", 5.0))
        if not _turns.take(timeout_s):
            raise OperationalError("database is locked by another thread of this process")
        self._has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # not in the stubs
        except BaseException:
            self._give_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # not in the stubs
        self._give_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # not in the stubs
        finally:
            self._give_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # not in the stubs
        finally:
            self._give_turn()

    def _give_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _turns.give()
