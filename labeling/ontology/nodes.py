"""Reads typed values out of JSON of unknown shape and notes every fault at its pointer."""

import re
from collections.abc import Collection, Iterator, Mapping
from math import isfinite
from typing import Any

from labeling.ontology.problems import Problems, pointer

__all__ = ["MAX_ID", "MAX_NAME", "Node", "fault_of_id"]

MAX_ID = 200
MAX_NAME = 500
MAX_TEXT = 5_000

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
# One visible character, perhaps with shift or alt; other combinations belong to the browser.
_HOTKEY = re.compile(r"(?:(?:shift|alt)\+)*[^\s?]")


def fault_of_id(value: object) -> str | None:
    """Why `value` is no id, or None: any text of 1 to MAX_ID characters without control codes."""
    if not isinstance(value, str) or not value.strip():
        return "must be a non-empty text"
    if len(value) > MAX_ID:
        return f"is {len(value)} characters long, at most {MAX_ID} are allowed"
    if _CONTROL.search(value):
        return "holds a control character"
    return None


class Node:
    """One JSON object, its place, and the shared list of problems."""

    def __init__(self, value: Mapping[str, Any], where: str, problems: Problems) -> None:
        self.value = value
        self.where = where
        self.problems = problems

    def fault(self, key: str, detail: str) -> None:
        """Note a fault of one entry."""
        self.problems.add(self.where + pointer(key), detail)

    def identity(self, key: str = "id") -> str | None:
        """A required id."""
        value = self.value.get(key)
        said = "is missing" if key not in self.value else fault_of_id(value)
        if said:
            self.fault(key, said)
            return None
        return str(value)

    def text(self, key: str, default: str = "", limit: int = MAX_TEXT) -> str:
        """An optional text."""
        value = self.value.get(key)
        if value is None:
            return default
        if not isinstance(value, str):
            self.fault(key, "must be a text")
            return default
        if len(value) > limit:
            self.fault(key, f"is {len(value):,} characters long, at most {limit:,} are allowed")
        elif any("\ud800" <= c <= "\udfff" for c in value):
            self.fault(key, "holds half a character (a lone surrogate)")
        return value

    def name(self, default: str) -> str:
        """The name shown to people."""
        return self.text("name", default, MAX_NAME) or default

    def flag(self, key: str, default: bool = False) -> bool:
        """An optional true or false."""
        value = self.value.get(key, default)
        if not isinstance(value, bool):
            self.fault(key, "must be true or false")
            return default
        return value

    def number(self, key: str) -> float | None:
        """An optional finite number."""
        value = self.value.get(key)
        if value is None:
            return None
        good = isinstance(value, int | float) and not isinstance(value, bool)
        if not good or abs(value) > 1e300 or not isfinite(value):
            self.fault(key, "must be a finite number")
            return None
        return float(value) if isinstance(value, float) else value

    def count(self, key: str) -> int | None:
        """An optional whole number of at least 0."""
        value = self.value.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
            self.fault(key, "must be a whole number, at least 0")
            return None
        return value

    def one_of(self, key: str, allowed: Collection[str], default: str | None = None) -> str | None:
        """A word out of a list; required unless there is a default."""
        value = self.value.get(key, default)
        if isinstance(value, str) and value in allowed:
            return value
        said = "is missing" if value is None else f"is {_shown(value)}"
        self.fault(key, f"{said}, must be one of: {', '.join(allowed)}")
        return None

    def color(self, key: str = "color") -> str | None:
        """An optional colour, as #rrggbb."""
        value = self.value.get(key)
        if value is None:
            return None
        if not isinstance(value, str) or not _COLOR.fullmatch(value):
            self.fault(key, f"is {_shown(value)}, must be a colour such as #e4572e")
            return None
        digits = value[1:].lower()
        return "#" + (digits if len(digits) == 6 else "".join(2 * d for d in digits))

    def hotkey(self, key: str = "hotkey") -> str | None:
        """An optional key."""
        value = self.value.get(key)
        if value is None or value == "":
            return None
        if not isinstance(value, str) or not _HOTKEY.fullmatch(value.lower()):
            self.fault(
                key,
                f"is {_shown(value)}, must be one visible character other than '?', "
                "or one with shift+ or alt+ before it",
            )
            return None
        return value.lower()

    def ids(self, key: str) -> tuple[str, ...]:
        """An id or a list of ids; empty when missing."""
        value = self.value.get(key)
        found = value if isinstance(value, list) else [] if value is None else [value]
        for item in found:
            said = fault_of_id(item)
            if said:
                self.fault(key, said)
                return ()
        return tuple(dict.fromkeys(found))

    def nodes(self, key: str, limit: int) -> Iterator["Node"]:
        """The objects of an optional list; a bare text stands for an object of that id."""
        value = self.value.get(key)
        if value is None:
            return
        if not isinstance(value, list):
            self.fault(key, "must be a list")
            return
        if len(value) > limit:
            self.fault(key, f"has {len(value):,} entries, at most {limit:,} are allowed")
            return
        for i, item in enumerate(value):
            where = self.where + pointer(key, i)
            if isinstance(item, str):
                yield Node({"id": item}, where, self.problems)
            elif isinstance(item, Mapping):
                yield Node(item, where, self.problems)
            else:
                self.problems.add(where, "must be an object")

    def rest(self, known: Collection[str]) -> Mapping[str, Any]:
        """The entries of other names, kept for other programs."""
        return {k: v for k, v in self.value.items() if k not in known}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
