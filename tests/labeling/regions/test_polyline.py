"""Polylines have length and agree where they run together."""

import pytest

from labeling.regions import polyline
from labeling.regions.kind import Bounds


def line(*points):
    return {"points": [list(point) for point in points]}


def test_length_adds_up_along_the_line():
    assert polyline.length(line((0, 0), (3, 4), (3, 10))) == 11


def test_the_same_way_with_more_points_agrees_fully():
    a, b = line((0, 0), (100, 0)), line((0, 0), (30, 0), (70, 0), (100, 0))
    assert polyline.KIND.iou(a, b) == pytest.approx(1.0)


def test_half_of_the_way_agrees_by_length():
    a, b = line((0, 0), (200, 0)), line((0, 0), (100, 0))
    # all of b, and half of a (and the buffer of 5 px) run together
    assert polyline.KIND.iou(a, b) == pytest.approx((105 + 100) / 300, abs=0.01)


def test_a_line_of_very_many_points_is_measured_in_pieces():
    wavy = {"points": [[i / 100, (i % 2) * 0.5] for i in range(20_000)]}
    assert polyline.KIND.iou(wavy, line((0, 0), (200, 0))) == pytest.approx(1.0)


def test_lines_far_apart_do_not_agree():
    assert polyline.KIND.iou(line((0, 0), (50, 0)), line((0, 40), (50, 40))) == 0.0


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        (line((1, 1)), "/points"),
        (line((1, 1), (1, 1)), "/points"),
        (line((1, 1), (90, 1)), "/points/1"),
        ({"points": [[1, 1], [2]]}, "/points/1"),
        ({}, "/points"),
    ],
)
def test_refuses_lines_without_length_or_outside(geometry, place):
    faults = polyline.KIND.validate(geometry, Bounds(width=50, height=50))
    assert [p for p, _ in faults] == [place]
