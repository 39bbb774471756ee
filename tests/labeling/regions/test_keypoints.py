"""Keypoints: absent points have no place."""

from math import exp

import pytest

from labeling.regions import keypoints
from labeling.regions.kind import Bounds

IMAGE = Bounds(width=100, height=100)


def test_absent_points_may_carry_any_numbers():
    geometry = {"points": [[0, 0, 0], [-7, 999, 0], [50, 50, 2]]}
    assert keypoints.KIND.validate(geometry, IMAGE) == []
    assert keypoints.KIND.bounding_box(geometry) == (50, 50, 0, 0)


@pytest.mark.parametrize(
    ("points", "place"),
    [
        ([[1, 1, 3]], "/points/0/2"),
        ([[1, 1, 0]], "/points"),
        ([[101, 1, 2]], "/points/0"),
        ([[1, 1]], "/points/0"),
        ([], "/points"),
    ],
)
def test_refuses_points_outside_or_without_sense(points, place):
    assert [p for p, _ in keypoints.KIND.validate({"points": points}, IMAGE)] == [place]


def test_similarity_falls_with_distance_over_size():
    a = {"points": [[0, 0, 2], [100, 100, 2]]}
    b = {"points": [[0, 10, 1], [100, 100, 2]]}
    near = exp(-(10**2) / (2 * 100 * 100 * 0.1**2))
    assert keypoints.KIND.iou(a, b) == pytest.approx((near + 1) / 2)


def test_a_point_that_only_one_places_counts_against_them():
    a = {"points": [[0, 0, 2], [50, 50, 2]]}
    b = {"points": [[0, 0, 2], [0, 0, 0]]}
    assert keypoints.KIND.iou(a, b) == pytest.approx(0.5)
