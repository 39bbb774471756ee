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
