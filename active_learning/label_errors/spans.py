"""Wrong spans of texts: confident learning over words, words joined to spans again.

References
----------
Wang & Mueller (2022), Detecting Label Errors in Token Classification Data, arXiv:2210.03920.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from active_learning.label_errors.finding import Prune, find_label_errors

__all__ = ["MarkedText", "Place", "SpanError", "find_span_errors"]

OUTSIDE = 0


@dataclass(frozen=True)
class Place:
    """A span: code points, half open, and the column of its class."""

    start: int
    end: int
    column: int


@dataclass(frozen=True)
class MarkedText:
    """A text's words with what was given and what is predicted.

    Attributes
    ----------
    starts, ends : int arrays of shape (T,)
    probabilities : array of shape (T, 1 + C)
        Out of sample; column 0 is "in no span".
    spans : the spans given, columns from 1 to C
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    probabilities: NDArray[np.floating]
    spans: Sequence[Place]

    @property
    def given(self) -> NDArray[np.intp]:
        """The column of each word, shape (T,); the first of several spans counts."""
        columns = np.full(len(self.starts), OUTSIDE, dtype=np.intp)
        for span in reversed(self.spans):
            columns[self.words_of(span)] = span.column
        return columns

    def words_of(self, span: Place) -> slice:
        """Return the words that a span touches."""
        first = int(np.searchsorted(self.ends, span.start, side="right"))
        return slice(first, int(np.searchsorted(self.starts, span.end, side="left")))

    def place(self, first: int, last: int, column: int) -> Place:
        """Return the span from word ``first`` to word ``last``, both included."""
        return Place(int(self.starts[first]), int(self.ends[last]), column)


@dataclass(frozen=True)
class SpanError:
    """One doubtful place of a text.

    Attributes
    ----------
    text : number of the text
    kind : "missing" (no span given), "spurious" (no span expected), "class" or "extent"
    given, suggested : the span as it is, and as it probably should be; None is no span
    score : how well the given words stand, small is doubtful
    probability : of the suggested class, mean over its words
    """

    text: int
    kind: Literal["missing", "spurious", "class", "extent"]
    given: Place | None
    suggested: Place | None
    score: float
    probability: float


def find_span_errors(texts: Sequence[MarkedText], *, prune: Prune = "both") -> list[SpanError]:
    """Return the doubtful spans of all texts, the likeliest error first.

    Words are many and mostly in no span, so the surer pruning is the default.
    """
    texts_with_words = [text for text in texts if len(text.starts)]
    if not texts_with_words:
        return []
    errors = find_label_errors(
        np.vstack([text.probabilities for text in texts_with_words]),
        np.concatenate([text.given for text in texts_with_words]),
        prune=prune,
    )
    scores = np.full(sum(len(text.starts) for text in texts), np.nan)
    scores[errors.rows] = errors.score
    found: list[SpanError] = []
    start = 0
    for number, text in enumerate(texts):
        stop = start + len(text.starts)
        found += _errors_of(number, text, scores[start:stop])
        start = stop
    return sorted(found, key=lambda error: error.score)


def _errors_of(number: int, text: MarkedText, scores: NDArray[np.float64]) -> Iterator[SpanError]:
    doubted = ~np.isnan(scores)
    given, likely = text.given, text.probabilities.argmax(axis=1).astype(np.intp)
    for span in text.spans:
        words = text.words_of(span)
        suggested = _instead_of(text, span, words, likely)
        # A span too short is doubted beside itself, where its missing words are.
        places = [words, text.words_of(suggested)] if suggested else [words]
        worst = [scores[place][doubted[place]] for place in places]
        if suggested != span and any(len(part) for part in worst):
            score = float(np.concatenate(worst).min())
            yield _told(number, text, span, suggested, score)
    for first, last in _runs(likely):
        column, inside = int(likely[first]), slice(first, last + 1)
        # What touches a given span was told as that span's.
        if column != OUTSIDE and (given[inside] == OUTSIDE).all() and doubted[inside].any():
            score = float(np.nanmin(scores[inside]))
            yield _told(number, text, None, text.place(first, last, column), score)


def _instead_of(
    text: MarkedText, span: Place, words: slice, likely: NDArray[np.intp]
) -> Place | None:
    """Return the run of likely words that best covers the span; None where none is in it."""
    runs = [
        (first, last)
        for first, last in _runs(likely)
        if likely[first] != OUTSIDE and first < words.stop and last >= words.start
    ]
    if not runs:
        return None
    own = [run for run in runs if likely[run[0]] == span.column] or runs
    first, last = max(own, key=lambda r: min(r[1] + 1, words.stop) - max(r[0], words.start))
    return text.place(first, last, int(likely[first]))


def _told(
    number: int, text: MarkedText, given: Place | None, suggested: Place | None, score: float
) -> SpanError:
    kind: Literal["missing", "spurious", "class", "extent"]
    if given is None:
        kind = "missing"
    elif suggested is None:
        kind = "spurious"
    else:
        kind = "class" if suggested.column != given.column else "extent"
    place = suggested or given
    assert place is not None
    column = suggested.column if suggested else OUTSIDE
    probability = float(text.probabilities[text.words_of(place), column].mean())
    return SpanError(number, kind, given, suggested, score, probability)


def _runs(columns: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Return first and last index of each run of equal values."""
    if len(columns) == 0:
        return []
    cuts = np.flatnonzero(np.diff(columns)) + 1
    firsts = np.concatenate([[0], cuts])
    lasts = np.concatenate([cuts, [len(columns)]]) - 1
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))
