"""Recognised words as a person writes them: with spaces only where a script has them."""

import re

__all__ = ["gap_before"]

_APART = re.compile(r"[\w.,;:!?)\]}%'\"]", re.ASCII)


def gap_before(word: str, text: str) -> str:
    """Return what stands between a line's text so far and its next word: a space or nothing."""
    both_apart = text and _APART.match(text[-1]) and _APART.match(word[:1])
    return " " if both_apart else ""
