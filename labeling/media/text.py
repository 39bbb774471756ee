"""Texts: they stand in the task itself, and spans count their code points."""

from labeling.media.kind import Inline, MediaKind
from labeling.regions.kind import Bounds, Fault

__all__ = ["KIND", "MAX_CHARACTERS", "text_faults"]

MAX_CHARACTERS = 2_000_000


def text_faults(value: object) -> list[Fault]:
    """Every fault of a text."""
    if not isinstance(value, str):
        return [("", "A text is a string.")]
    if len(value) > MAX_CHARACTERS:
        return [("", f"A text has at most {MAX_CHARACTERS:,} characters.")]
    return []


def _bounds(value: object) -> Bounds:
    return Bounds(text=str(value))


KIND = MediaKind(type="text", inline=Inline(text_faults, _bounds))
