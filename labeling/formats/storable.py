"""What no database keeps in JSON: NUL characters, half characters, endless nesting."""

import re
from typing import Any

from labeling.formats.exact_json import encode

__all__ = ["Unstorable", "stored_json"]

_BAD = re.compile(r"[\x00\ud800-\udfff]")
MAX_DEPTH = 64


class Unstorable(ValueError):
    """A value that cannot be stored; `pointer` is its place."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(f"{pointer or 'the value'} {detail}")


def stored_json(value: Any) -> str:
    """Return the value as the JSON text to store.

    Raises
    ------
    Unstorable
        When a text or a name in it cannot be stored.
    """
    try:
        text = encode(value)
    except (UnicodeEncodeError, ValueError, RecursionError):
        _check(value, "", 0)
        raise
    # An escaped NUL, or a backslash before these letters: only then is a closer look needed.
    if b"\\u0000" in text:
        _check(value, "", 0)
    return text.decode()


def _check(value: Any, pointer: str, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise Unstorable(pointer[:80], f"is nested more than {MAX_DEPTH} deep")
    if isinstance(value, str):
        if found := _BAD.search(value):
            what = "a NUL character" if found[0] == "\x00" else "half a character"
            raise Unstorable(pointer, f"holds {what} at {found.start():,}")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check(key, pointer, depth + 1)
            _check(item, f"{pointer}/{key}", depth + 1)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            _check(item, f"{pointer}/{i}", depth + 1)
