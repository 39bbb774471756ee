"""What an answer is like, in a few numbers: how long it is, its form, its manner."""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["MEASURES", "measured"]

_WORDS = re.compile(r"\w+")
_REFUSALS = re.compile(
    r"\b(sorry|can['’]t|cannot|unable|not able|won['’]t|illegal|not sure)\b"
    r"|抱歉|对不起|无法|不能|不确定",
    re.IGNORECASE,
)
_ITEMS = re.compile(r"(?m)^\s*([-*•]|\d+[.)])\s")
_SENTENCES = re.compile(r"[.!?。！？]")
YOU, ME = frozenset({"you", "your", "yours"}), frozenset({"i", "my", "me", "mine"})

Measure = Callable[[str, str, list[str]], float]


def _share(words: list[str], of: frozenset[str]) -> float:
    return sum(word in of for word in words) / max(1, len(words))


def _repeated(answer: str, asked: str, words: list[str]) -> float:
    known = set(_WORDS.findall(asked.lower()))
    return len(known & set(words)) / max(1, len(known))


MEASURES: dict[str, tuple[Measure, float]] = {
    "length": (lambda answer, asked, words: len(words) ** 0.5, 3.0),
    "variety": (lambda answer, asked, words: len(set(words)) / max(1, len(words)), 0.18),
    "words of the question": (_repeated, 0.22),
    "asks": (lambda answer, asked, words: float("?" in answer or "？" in answer), 0.6),
    "ends by asking": (
        lambda answer, asked, words: float(answer.rstrip().endswith(("?", "？"))),
        0.6,
    ),
    "refuses": (lambda answer, asked, words: float(bool(_REFUSALS.search(answer))), 0.6),
    "paragraphs": (lambda answer, asked, words: min(answer.strip().count("\n"), 10) / 10, 0.2),
    "numbers": (lambda answer, asked, words: float(any(map(str.isdigit, answer))), 0.3),
    "lists": (lambda answer, asked, words: float(bool(_ITEMS.search(answer))), 0.2),
    "exclaims": (lambda answer, asked, words: float("!" in answer or "！" in answer), 0.35),
    "long words": (lambda answer, asked, words: sum(map(len, words)) / max(1, len(words)), 0.6),
    "sentences": (lambda answer, asked, words: len(_SENTENCES.findall(answer)) ** 0.5, 0.9),
    "says you": (lambda answer, asked, words: _share(words, YOU), 0.07),
    "says I": (lambda answer, asked, words: _share(words, ME), 0.07),
}
"""What is measured, and by how much two answers usually differ in it (`prefs_hh_rlhf`)."""


def measured(answer: str, asked: str) -> list[float]:
    """Return each measure of an answer to what was asked, in units of its usual difference."""
    words = _WORDS.findall(answer.lower())
    return [measure(answer, asked, words) / usual for measure, usual in MEASURES.values()]
