"""Finds a few words among many, though a reader misread some of their letters. Pure."""

import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

__all__ = ["Found", "Token", "find_runs", "find_wholes", "likeness", "normal", "split_tokens"]

# Written without spaces, Chinese and Japanese are matched character by character.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)
_MISREAD = str.maketrans("01i!|58bq9", "olllls88gg")
MISREAD_COST = 0.04
LEAST_LIKENESS = 0.72
MAX_QUERY = 200
"""Characters of a marked text that are looked for."""
MAX_TOKENS = 60_000
MAX_TEXTS = 40_000
"""Different texts of cells that are compared letter by letter."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word somewhere: `line` is what it shares with its neighbours, `place` where it is."""

    text: str
    line: Hashable
    place: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """A run of neighbours that read like what was looked for."""

    tokens: tuple[Token, ...]
    score: float

    @property
    def is_exact(self) -> bool:
        """Whether every character is the same."""
        return self.score >= 1.0


def normal(text: str) -> str:
    """Letters and digits alone, of one case and width: what a reader and a writer share."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if c.isalnum())


def split_tokens(text: str) -> list[tuple[int, int]]:
    """Code points of each word or CJK character, half open."""
    return [match.span() for match in _WORD.finditer(text)]


def likeness(a: str, b: str) -> float:
    """How alike two normal texts are, 0 to 1; letters that readers confuse count nearly alike.

    Below `LEAST_LIKENESS` it may be 0: nobody asks how unlike unlike texts are.
    """
    if a == b:
        return 1.0
    plain = SequenceMatcher(None, a, b, autojunk=False)
    if plain.real_quick_ratio() < LEAST_LIKENESS:
        return 0.0
    folded = SequenceMatcher(None, a.translate(_MISREAD), b.translate(_MISREAD), autojunk=False)
    return max(plain.ratio(), folded.ratio() - MISREAD_COST)


def find_runs(query: str, tokens: Sequence[Token], least: float = LEAST_LIKENESS) -> list[Found]:
    """Runs of tokens that read like `query`, the best first, none sharing a token with another.

    A run may go over the end of a line, as names do. Complexity: tokens times the words of the
    query.
    """
    wanted = normal(query)[:MAX_QUERY]
    if not wanted:
        return []
    read = [normal(token.text) for token in tokens[:MAX_TOKENS]]
    hits = [
        hit for start in range(len(read)) if (hit := _best_from(start, wanted, read)) is not None
    ]
    taken = [False] * len(read)
    found: list[Found] = []
    # Of equally good ones the shortest, then the first.
    for score, start, end in sorted(hits, key=lambda hit: (-hit[0], hit[2] - hit[1], hit[1])):
        if score < least or any(taken[start:end]):
            continue
        taken[start:end] = [True] * (end - start)
        found.append(Found(tuple(tokens[start:end]), score))
    return found


def find_wholes(query: str, tokens: Iterable[Token], least: float = LEAST_LIKENESS) -> list[Found]:
    """Tokens that read like `query`, each by itself; the best first, then in their order.

    A text that stands there often is compared once. Beyond `MAX_TEXTS` different ones, only those
    that are the same but for case are found: large tables are to be answered in a second.
    """
    wanted = normal(query)[:MAX_QUERY]
    if not wanted:
        return []
    plain = query.strip().casefold()
    scores: dict[str, float] = {}
    found: list[Found] = []
    for token in tokens:
        score = scores.get(token.text)
        if score is None and len(scores) < MAX_TEXTS:
            score = scores[token.text] = _alike_whole(wanted, token.text)
        elif score is None:
            score = float(token.text.strip().casefold() == plain)
        if score >= least:
            found.append(Found((token,), score))
    return sorted(found, key=lambda one: -one.score)


def _alike_whole(wanted: str, text: str) -> float:
    if len(text) > 2 * len(wanted) + 16:
        return 0.0
    read = normal(text)
    if read == wanted:
        return 1.0
    fits = 0.6 * len(wanted) <= len(read) <= 1.35 * len(wanted) + 1
    return likeness(wanted, read) if fits and len(wanted) > 2 else 0.0


def _best_from(start: int, wanted: str, read: Sequence[str]) -> tuple[float, int, int] | None:
    """The best run that begins at a token: (score, start, end)."""
    if not read[start]:
        return None
    most = len(wanted) * 1.35 + 1
    best: tuple[float, int, int] | None = None
    text = ""
    for end in range(start + 1, len(read) + 1):
        text += read[end - 1]
        if len(text) > most:
            break
        if len(text) < 0.6 * len(wanted) or not read[end - 1]:
            continue
        # One letter more or less matters too much in a short word.
        if len(wanted) <= 2 and text != wanted:
            continue
        score = likeness(wanted, text)
        if best is None or score > best[0]:
            best = (score, start, end)
    return best
