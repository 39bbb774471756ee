"""Ellipses and their polygons cover the same area."""

from math import pi

import pytest

from labeling.regions import ellipse, polygon
from labeling.regions.kind import Bounds

CIRCLE = {"cx": 50, "cy": 50, "rx": 10, "ry": 10, "angle": 0}


def test_area_of_a_circle_and_of_its_polygon():
    assert ellipse.KIND.area(CIRCLE) == pytest.approx(314.159, abs=1e-3)
    assert polygon.KIND.area(ellipse.to_polygon(CIRCLE, 12)) == pytest.approx(100 * pi)


def test_bounding_box_turns_with_the_ellipse():
    turned = {"cx": 0, "cy": 0, "rx": 10, "ry": 2, "angle": 90}
    assert ellipse.KIND.bounding_box(turned) == pytest.approx((-2, -10, 4, 20))


def test_half_a_turn_is_the_same_place():
    assert ellipse.KIND.key(CIRCLE | {"angle": 190}) == ellipse.KIND.key(CIRCLE | {"angle": 10})


def test_iou_of_concentric_circles_is_the_ratio_of_areas():
    assert ellipse.KIND.iou(CIRCLE, CIRCLE | {"rx": 5, "ry": 5}) == pytest.approx(0.25)


def test_refuses_a_flat_ellipse():
    assert [p for p, _ in ellipse.KIND.validate(CIRCLE | {"ry": 0}, Bounds())] == ["/ry"]
