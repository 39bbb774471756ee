"""Texts in parts: words, or runs of words where there are many."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["Words", "finer_words", "text_parts", "without_words"]

Words = tuple[int, int]
"""Start and end of a run of words, in code points of the text."""
MOST_PARTS, MOST_FINER = 24, 6
"""Runs of a text, and of a run: a long text takes its encoder long, however little is hidden."""
MOST_WORDS = 4_096
"""Later words of a text reach no encoder."""
_HAN = "\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff"
# Chinese and Japanese write no spaces: two characters are about a word.
_WORD = re.compile(rf"[{_HAN}]{{1,2}}|(?:(?![{_HAN}])\w)+(?:['’](?![{_HAN}])\w+)*")


def text_parts(text: str) -> list[Words]:
    """Return runs of words that together hold all words: single ones where they are few."""
    return _runs(_words(text), MOST_PARTS)


def finer_words(text: str, part: Words) -> list[Words]:
    """Return the words of a run, or shorter runs of them."""
    start, end = part
    found = _runs(_words(text[start:end]), MOST_FINER)
    return [(start + a, start + b) for a, b in found]


def without_words(text: str, part: Words) -> str:
    """Return the text without a run of words; what stood around it stays."""
    start, end = part
    return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()


def _words(text: str) -> Sequence[Words]:
    found = []
    for match in _WORD.finditer(text):
        found.append(match.span())
        if len(found) == MOST_WORDS:
            break
    return found


def _runs(words: Sequence[Words], most: int) -> list[Words]:
    size = -(-len(words) // most)
    runs = [words[i : i + size] for i in range(0, len(words), size)] if size else []
    return [(run[0][0], run[-1][1]) for run in runs]
