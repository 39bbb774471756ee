"""A time limit for the queries of a list: a clear answer rather than a hanging page."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction

from labeling.kernel.errors import BadInput

_STEPS = 20_000
"""SQLite asks whether to go on after so many of its steps: about a millisecond."""
_CANCELLED = "57014"
"""What PostgreSQL says of a statement that its time limit ended."""


class TooSlow(BadInput):
    """The list looks at more tasks than the time allows."""

    code = "filter_too_slow"


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Let the queries inside take so long together (PostgreSQL: each), else raise `TooSlow`."""
    limit = _sqlite(seconds) if connection.vendor == "sqlite" else _postgresql(seconds)
    with limit:
        yield


@contextmanager
def _sqlite(seconds: float) -> Iterator[None]:
    connection.ensure_connection()
    raw, until = connection.connection, time.monotonic() + seconds
    raw.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
    try:
        yield
    # The driver's own error comes from what Django asks for its query log.
    except (OperationalError, sqlite3.OperationalError) as error:
        if "interrupted" not in str(error):
            raise
        raise _too_slow(seconds) from error
    finally:
        raw.set_progress_handler(None, 0)


@contextmanager
def _postgresql(seconds: float) -> Iterator[None]:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('statement_timeout', %s, true)", [str(int(seconds * 1000))]
            )
            yield
            if not connection.needs_rollback:  # inside a longer transaction the limit ends here
                cursor.execute("SELECT set_config('statement_timeout', '0', true)")
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != _CANCELLED:
            raise
        raise _too_slow(seconds) from error


def _too_slow(seconds: float) -> TooSlow:
    return TooSlow(
        f"This filter and order look at the tasks one by one, which took longer than {seconds:g} s "
        "here. Add a condition that has an index (state, label, annotator, score, uncertainty, "
        "agreement, priority, created, updated, external_id), or choose another order."
    )
