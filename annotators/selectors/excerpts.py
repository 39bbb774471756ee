"""The first words of a task, to tell it from others."""

from collections.abc import Mapping
from typing import Any

__all__ = ["excerpt_of"]

LONGEST = 120


def excerpt_of(data: Mapping[str, Any]) -> str:
    """Return the start of the first text in a task's data, else the name of its first file."""
    texts = [value for value in data.values() if isinstance(value, str)]
    names = [str(value["name"]) for value in data.values() if _is_file(value)]
    return " ".join(next(iter(texts + names), "").split())[:LONGEST]


def _is_file(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str)
