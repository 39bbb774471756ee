"""Boxes lie inside the upright image."""

import pytest
from pycocotools import mask as coco

from labeling.regions import box
from labeling.regions.kind import Bounds

IMAGE = Bounds(width=100, height=50)


def a_box(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


@pytest.mark.parametrize(
    "geometry", [a_box(0, 0, 100, 50), a_box(99.5, 49.5, 0.25, 0.5), a_box(-0.4, 0, 100.8, 50)]
)
def test_accepts_boxes_inside_the_image_within_half_a_pixel(geometry):
    assert box.KIND.validate(geometry, IMAGE) == []


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        (a_box(0, 0, 0, 5), "/width"),
        (a_box(0, 0, 5, -5), "/height"),
        (a_box(-1, 0, 5, 5), ""),
        (a_box(0, 46, 5, 5), ""),
        (a_box(96, 0, 5, 5), ""),
        (a_box(float("inf"), 0, 5, 5), "/x"),
        (a_box("1", 0, 5, 5), "/x"),
        ({"x": 1, "y": 1, "width": 3}, "/height"),
    ],
)
def test_refuses_boxes_outside_or_without_size(geometry, place):
    assert [p for p, _ in box.KIND.validate(geometry, IMAGE)] == [place]


def test_checks_no_edge_while_the_image_size_is_unknown():
    assert box.KIND.validate(a_box(5_000, 5_000, 10, 10), Bounds()) == []


def test_iou_equals_the_reference_library():
    a, b = [10.0, 10.0, 30.0, 20.0], [25.5, 15.25, 30.0, 20.0]
    expected = coco.iou([a], [b], [0])[0][0]
    assert box.KIND.iou(a_box(*a), a_box(*b)) == pytest.approx(expected)


def test_corners_in_any_order_give_the_same_box():
    assert box.from_corners(40, 60, 10, 20) == a_box(10, 20, 30, 40)


def test_clipping_keeps_the_inner_part():
    assert box.clip(a_box(-10, 40, 30, 30), 100, 50) == a_box(0, 40, 20, 10)
    assert box.clip(a_box(200, 0, 5, 5), 100, 50) is None
