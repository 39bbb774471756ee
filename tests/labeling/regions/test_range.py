"""Ranges are half-open and in seconds."""

import pytest

from labeling.regions import range as time_range
from labeling.regions.kind import Bounds

RECORDING = Bounds(duration=2.5)


def test_accepts_a_range_that_ends_with_the_recording():
    assert time_range.KIND.validate({"start": 1.0, "end": 2.5}, RECORDING) == []


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
