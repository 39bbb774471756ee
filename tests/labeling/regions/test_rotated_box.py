"""Rotated boxes stay rigid: angles turn pixels, never percentages."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.regions import rotated_box
from labeling.regions.kind import Bounds

sizes = st.floats(1, 500)
places = st.floats(0, 1000)
angles = st.floats(-720, 720)


def turned(cx, cy, width, height, angle):
    return {"cx": cx, "cy": cy, "width": width, "height": height, "angle": angle}


def test_a_quarter_turn_is_exact_and_clockwise_on_screen():
    corners = rotated_box.corners(turned(10, 10, 8, 4, 90))
    assert corners == [(12, 6), (12, 14), (8, 14), (8, 6)]


def test_bounding_box_of_a_square_on_its_corner():
    box = rotated_box.KIND.bounding_box(turned(10, 10, 4, 4, 45))
    half = 2 * sqrt(2)
    assert box == pytest.approx((10 - half, 10 - half, 2 * half, 2 * half))


def test_iou_of_a_square_with_itself_turned_by_45_degrees():
    # The octagon shared by both has area 8 (sqrt 2 - 1) r^2 for half side r.
    shared = 8 * (sqrt(2) - 1) * 4
    a, b = turned(0, 0, 4, 4, 0), turned(0, 0, 4, 4, 45)
    assert rotated_box.KIND.iou(a, b) == pytest.approx(shared / (32 - shared))


def test_iou_is_one_for_the_same_place_said_differently():
    a, b = turned(50, 50, 20, 10, 0), turned(50, 50, 10, 20, 90)
    assert rotated_box.KIND.iou(a, b) == pytest.approx(1.0)


@given(places, places, sizes, sizes, angles)
def test_pivot_about_the_corner_goes_both_ways(x, y, width, height, angle):
    geometry = rotated_box.from_pivot(x, y, width, height, angle)
    assert rotated_box.to_pivot(geometry) == pytest.approx((x, y, width, height, angle), abs=1e-6)


@given(places, places, sizes, sizes, angles)
def test_corners_go_both_ways(cx, cy, width, height, angle):
    again = rotated_box.from_corners(rotated_box.corners(turned(cx, cy, width, height, angle)))
    assert rotated_box.KIND.iou(again, turned(cx, cy, width, height, angle)) > 0.999


def test_four_points_that_are_no_rectangle_are_refused():
    with pytest.raises(ValueError, match="no rectangle"):
        rotated_box.from_corners([(0, 0), (10, 0), (15, 10), (0, 10)])


def test_only_the_centre_has_to_lie_in_the_image():
    image = Bounds(width=100, height=100)
    assert rotated_box.KIND.validate(turned(5, 50, 60, 10, 30), image) == []
    assert [p for p, _ in rotated_box.KIND.validate(turned(-5, 50, 60, 10, 30), image)] == ["/cx"]


@pytest.mark.parametrize("name", ["width", "height"])
def test_refuses_sizes_of_zero(name):
    geometry = turned(5, 5, 4, 4, 0) | {name: 0}
    assert [p for p, _ in rotated_box.KIND.validate(geometry, Bounds())] == [f"/{name}"]
