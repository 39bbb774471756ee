"""Ranges are half-open and in seconds."""

import pytest

from labeling.regions import range as time_range
from labeling.regions.kind import Bounds

RECORDING = Bounds(duration=2.5)


def test_accepts_a_range_that_ends_with_the_recording():
    assert time_range.KIND.validate({"start": 1.0, "end": 2.5}, RECORDING) == []


def test_an_instant_is_taken_where_the_label_says_so():
    instant = {"start": 2, "end": 2}
    assert time_range.KIND.validate(instant, Bounds(duration=2.5, instants=True)) == []
    backwards = time_range.KIND.validate({"start": 2, "end": 1}, Bounds(instants=True))
    assert [place for place, _ in backwards] == ["/end"]


def test_instants_agree_the_fuller_the_nearer_they_are():
    def at(seconds):
        return {"start": seconds, "end": seconds}

    iou = time_range.KIND.iou
    assert iou(at(1), at(1)) == 1
    assert iou(at(1), at(1 + time_range.INSTANT_S / 2)) == pytest.approx(1 / 3)
    assert iou(at(1), at(1 + time_range.INSTANT_S)) == pytest.approx(0)


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        ({"start": 1, "end": 2.7}, "/end"),
        ({"start": -0.5, "end": 2}, "/start"),
        ({"start": 2, "end": 2}, "/end"),
        ({"start": float("nan"), "end": 2}, "/start"),
        ({"start": 0, "end": float("inf")}, "/end"),
        ({"start": 0, "end": 10**400}, "/end"),
        ({"start": 0, "end": 1, "start_frame": 1.5}, "/start_frame"),
    ],
)
def test_refuses_ranges_outside_the_recording_or_without_length(geometry, place):
    assert [p for p, _ in time_range.KIND.validate(geometry, RECORDING)] == [place]
