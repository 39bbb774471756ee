"""A text as a model's folder reads it, and spans out of what it says of each token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from active_learning.plugged.faults import PlugFault

__all__ = ["OUTSIDE", "FoundSpan", "Reader", "spans_of", "told"]

LONGEST = 512
MOST_WINDOWS = 64
OUTSIDE = "O"


@dataclass(frozen=True, slots=True)
class FoundSpan:
    """Code points `start` to `end`, an entity's class, and the mean probability of its words."""

    start: int
    end: int
    name: str
    score: float


class Reader:
    """The folder's own tokenizer, within what its model can take."""

    def __init__(self, path: Path, config: Any) -> None:
        try:
            self._tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises the base class
            raise PlugFault("tokenizer", f"The tokenizer.json is unreadable: {error}") from error
        longest = config.get("max_position_embeddings")
        # Two places of some models' positions are not for words.
        known = longest - 2 if isinstance(longest, int) and 8 <= longest <= 1 << 20 else LONGEST
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(min(LONGEST, known))

    def windows(self, text: str) -> list[Encoding]:
        """Return a text piece by piece, each as long as the model takes."""
        first = self._tokenizer.encode(text)
        return [first, *first.overflowing][:MOST_WINDOWS]


def spans_of(
    window: Encoding, shares: NDArray[np.float64], classes: Sequence[str]
) -> Iterator[FoundSpan]:
    """Yield spans of a window, a word counting as its first token says.

    Parameters
    ----------
    window
        With words and offsets of its tokens.
    shares : ndarray, shape (tokens, classes)
        Probabilities.
    classes
        As ``B-PER``, ``I-PER``, ``O``, or without the first letter.
    """
    open_span: list[Any] | None = None
    for start, end, row in _words(window, shares):
        column = int(row.argmax())
        begins, name = told(classes[column])
        if open_span and (name != open_span[2] or begins):
            yield _closed(open_span)
            open_span = None
        if name != OUTSIDE:
            if open_span is None:
                open_span = [start, end, name, []]
            open_span[1] = end
            open_span[3].append(float(row[column]))
    if open_span:
        yield _closed(open_span)


def _words(
    window: Encoding, shares: NDArray[np.float64]
) -> Iterator[tuple[int, int, NDArray[np.float64]]]:
    """Yield where each word of a window stands, and what its first token says."""
    current: tuple[int, int, int] | None = None  # word, start, first token
    last_end = 0
    for token, (word, (start, end)) in enumerate(zip(window.word_ids, window.offsets, strict=True)):
        if word is None or start == end:
            continue
        if current is None or word != current[0]:
            if current is not None:
                yield current[1], last_end, shares[current[2]]
            current = (word, start, token)
        last_end = end
    if current is not None:
        yield current[1], last_end, shares[current[2]]


def told(name: str) -> tuple[bool, str]:
    """Return whether a tag, such as ``B-PER``, begins an entity, and the entity's class."""
    head, dash, rest = name.partition("-")
    return (head in {"B", "S", "U"}, rest) if dash and head in {*"BIOESLU"} else (False, name)


def _closed(found: list[Any]) -> FoundSpan:
    start, end, name, scores = found
    return FoundSpan(start, end, name, sum(scores) / len(scores))
