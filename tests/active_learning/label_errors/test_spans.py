"""Spans left out, spans too many, wrong classes and wrong ends, in made-up texts."""

import numpy as np
import pytest

from active_learning.label_errors import MarkedText, Place, find_span_errors

WORDS = 8
STARTS = np.arange(WORDS) * 5
ENDS = STARTS + 4


def text(expected, spans, sure=0.96):
    """Return a text whose model expects the columns of ``expected``."""
    rows = np.full((WORDS, 3), (1 - sure) / 2)
    rows[np.arange(WORDS), expected] = sure
    return MarkedText(STARTS, ENDS, rows, spans)


def place(first, last, column):
    return Place(int(STARTS[first]), int(ENDS[last]), column)


@pytest.fixture
def right():
    """Return enough texts without an error for the thresholds to be known."""
    expected = [0, 1, 1, 0, 0, 2, 0, 0]
    return [text(expected, [place(1, 2, 1), place(5, 5, 2)]) for _ in range(30)]


@pytest.mark.parametrize(
    ("expected", "given", "kind", "suggested"),
    [
        ([0, 1, 1, 0, 0, 0, 0, 0], [], "missing", place(1, 2, 1)),
        ([0] * 8, [place(3, 4, 1)], "spurious", None),
        ([0, 0, 2, 2, 0, 0, 0, 0], [place(2, 3, 1)], "class", place(2, 3, 2)),
        ([0, 0, 1, 1, 1, 0, 0, 0], [place(2, 3, 1)], "extent", place(2, 4, 1)),
        ([0, 0, 0, 1, 0, 0, 0, 0], [place(2, 3, 1)], "extent", place(3, 3, 1)),
    ],
)
def test_each_kind_is_told_with_what_should_be_there(right, expected, given, kind, suggested):
    errors = find_span_errors([*right, text(expected, given, sure=0.98)], prune="confident")
    told = [error for error in errors if error.text == 30]
    assert [(error.kind, error.suggested) for error in told] == [(kind, suggested)]
    assert told[0].given == (given[0] if given else None)
    assert told[0].probability == pytest.approx(0.98)


def test_texts_without_errors_and_without_words_find_nothing(right):
    nothing = np.empty(0, dtype=np.int64)
    blank = MarkedText(nothing, nothing, np.empty((0, 3)), [])
    assert find_span_errors([blank, *right, blank]) == []
    assert find_span_errors([blank]) == []
    assert find_span_errors([]) == []
