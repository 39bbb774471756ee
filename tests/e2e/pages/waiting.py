"""Waiting for a condition, never for a time."""

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")
PATIENCE_S = 60.0


def until(read: Callable[[], Value], what: str, *, patience_s: float = PATIENCE_S) -> Value:
    """Return the first true value of `read`, or fail saying what did not happen."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        if value := read():
            return value
        time.sleep(0.2)
    raise AssertionError(f"Within {patience_s:.0f} s it did not happen that {what}.")
