"""Spans count code points, whatever browsers count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.regions import span
from labeling.regions.kind import Bounds

TEXT = "💩 Hi Zoe\u0308"


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        ({"start": 0, "end": len(TEXT) + 1}, "/end"),
        ({"start": 3, "end": 3}, "/end"),
        ({"start": 4, "end": 2}, "/end"),
        ({"start": -1, "end": 2}, "/start"),
        ({"start": 1.0, "end": 2}, "/start"),
        ({"start": True, "end": 2}, "/start"),
        ({"start": None, "end": 2}, "/start"),
        ({"end": 2}, "/start"),
        ([0, 2], ""),
        (None, ""),
    ],
)
def test_refuses_what_marks_no_piece_of_the_text(geometry, place):
    faults = span.KIND.validate(geometry, Bounds(text=TEXT))
    assert [pointer for pointer, _ in faults] == [place]


def test_accepts_the_whole_text():
    assert span.KIND.validate({"start": 0, "end": len(TEXT)}, Bounds(text=TEXT)) == []


@given(st.text(min_size=1), st.data())
def test_utf16_offsets_come_back_to_the_same_span(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    geometry = {"start": start, "end": end}
    assert span.from_utf16(*span.to_utf16(geometry, text), text) == geometry


@pytest.mark.parametrize(("start", "end"), [(1, 3), (0, 1), (0, 99), (-1, 2), (3, 2)])
def test_refuses_utf16_offsets_inside_a_character_or_outside_the_text(start, end):
    with pytest.raises(ValueError, match="UTF-16 offsets"):
        span.from_utf16(start, end, TEXT)


def test_touching_spans_share_nothing():
    assert span.KIND.iou({"start": 24, "end": 27}, {"start": 27, "end": 30}) == 0.0


def test_iou_is_shared_over_joined_length():
    assert span.KIND.iou({"start": 0, "end": 6}, {"start": 4, "end": 8}) == pytest.approx(2 / 8)


DIALOGUE = Bounds(turns=(5, 9), field="dialogue")
PAPER = Bounds(page_texts=(5, 9), field="document")


@pytest.mark.parametrize(
    ("geometry", "bounds", "places"),
    [
        ({"turn": 1, "start": 0, "end": 9}, DIALOGUE, []),
        ({"turn": 0, "start": 0, "end": 9}, DIALOGUE, ["/end"]),
        ({"turn": 2, "start": 0, "end": 1}, DIALOGUE, ["/turn"]),
        ({"turn": None, "start": 0, "end": 1}, DIALOGUE, ["/turn"]),
        ({"start": 0, "end": 1}, DIALOGUE, ["/turn"]),
        ({"page": 1, "start": 0, "end": 9}, PAPER, []),
        ({"page": 0, "start": 0, "end": 9}, PAPER, ["/end"]),
        ({"start": 0, "end": 1}, PAPER, ["/page"]),
        ({"turn": 0, "start": 0, "end": 1}, Bounds(text="ab", field="html"), ["/turn"]),
        ({"turn": 0, "page": 0, "start": 0, "end": 1}, Bounds(), ["/page"]),
    ],
)
def test_a_span_says_its_turn_or_page_where_there_are_some(geometry, bounds, places):
    assert [where for where, _ in span.KIND.validate(geometry, bounds)] == places


def test_spans_of_two_turns_are_two_places():
    first, second = {"turn": 0, "start": 0, "end": 5}, {"turn": 1, "start": 0, "end": 5}
    assert span.KIND.iou(first, second) == 0
    assert span.KIND.iou(first, first) == 1
    assert span.KIND.key(first) != span.KIND.key(second)
