"""Polygons: holes, parts, exact overlap."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.regions import polygon
from labeling.regions.kind import Bounds

SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]]
HOLE = [[2, 2], [4, 2], [4, 4], [2, 4]]
IMAGE = Bounds(width=20, height=20)


def square(x, y, side):
    return polygon.from_box(x, y, side, side)


def test_area_leaves_out_holes_and_adds_parts():
    ring = {"rings": [SQUARE, HOLE]}
    parts = {"parts": [{"rings": [SQUARE, HOLE]}, square(12, 12, 2)]}
    assert polygon.KIND.area(ring) == 96
    assert polygon.KIND.area(parts) == 100
    assert polygon.KIND.bounding_box(parts) == (0, 0, 14, 14)


def test_iou_of_shifted_squares():
    assert polygon.KIND.iou(square(0, 0, 10), square(5, 0, 10)) == pytest.approx(50 / 150)


def test_iou_sees_the_hole():
    assert polygon.KIND.iou({"rings": [SQUARE, HOLE]}, {"rings": [SQUARE]}) == pytest.approx(0.96)
    assert polygon.KIND.iou({"rings": [SQUARE, HOLE]}, {"rings": [HOLE]}) == 0.0


def test_overlapping_parts_count_once():
    doubled = {"parts": [square(0, 0, 10), square(5, 0, 10)]}
    assert polygon.KIND.iou(doubled, polygon.from_box(0, 0, 15, 10)) == pytest.approx(1.0)


def test_polygons_apart_or_touching_share_nothing():
    assert polygon.KIND.iou(square(0, 0, 5), square(10, 10, 5)) == 0.0
    assert polygon.KIND.iou(square(0, 0, 5), square(5, 0, 5)) == 0.0


points = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=3, max_size=8, unique=True
)


@given(points, points)
def test_iou_agrees_with_counting_fine_samples(first, second):
    a, b = ({"rings": [[list(map(float, p)) for p in ring]]} for ring in (first, second))
    inside_a, inside_b = _sampled(first), _sampled(second)
    joined = (inside_a | inside_b).sum()
    expected = (inside_a & inside_b).sum() / joined if joined else 0.0
    assert polygon.KIND.iou(a, b) == pytest.approx(expected, abs=0.06)


def _sampled(ring):
    """Even-odd membership of a grid of points, shape (160, 160)."""
    at = (np.arange(160) + 0.5031) / 4
    x, y = np.meshgrid(at, at + 1e-4)
    inside = np.zeros_like(x, dtype=bool)
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
        if y1 != y2:
            hit = (y1 < y) != (y2 < y)
            inside ^= hit & (x < x1 + (y - y1) / (y2 - y1) * (x2 - x1))
    return inside


@pytest.mark.parametrize("count", [400, 6_000])
def test_figures_of_absurd_detail_are_measured_by_lines_within_memory(count):
    rng = np.random.default_rng(3)
    left, right = rng.random((2, count, 2)) * [[[50, 100]]]
    both = polygon.from_box(0, 0, 50, 100)
    a, b = ({"rings": [ring.tolist()]} for ring in (left, right))
    assert polygon.KIND.iou(a, a) == pytest.approx(1.0)
    assert 0.2 < polygon.KIND.iou(a, b) < 0.45  # halves inside by chance: a third
    assert 0.4 < polygon.KIND.iou(a, both) < 0.6


def test_an_outline_of_many_points_is_exact():
    turns = np.linspace(0, 2 * np.pi, 2_000, endpoint=False)
    ring = np.stack([100 + 50 * np.cos(turns), 100 + 50 * np.sin(turns)], 1)
    inner = (ring - 100) / 2 + 100
    a, b = ({"rings": [points.tolist()]} for points in (ring, inner))
    assert polygon.KIND.iou(a, b) == pytest.approx(0.25, abs=1e-9)


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        ({"rings": [SQUARE[:2]]}, "/rings/0"),
        ({"rings": []}, "/rings"),
        ({"rings": [SQUARE, [[1, 1], [2, 2], [3, 3]]]}, "/rings/1"),
        ({"rings": [[[0, 0], [30, 0], [30, 5]]]}, "/rings/0/1"),
        ({"rings": [[[0, 0], [1, float("nan")], [1, 1]]]}, "/rings/0/1"),
        ({"rings": [SQUARE], "parts": []}, ""),
        ({"parts": []}, "/parts"),
        ({"parts": [{"rings": [SQUARE]}, {}]}, "/parts/1"),
        ({}, ""),
        ("x", ""),
    ],
)
def test_refuses_rings_that_enclose_nothing_or_leave_the_image(geometry, place):
    assert [p for p, _ in polygon.KIND.validate(geometry, IMAGE)] == [place]


def test_accepts_parts_with_holes():
    assert polygon.KIND.validate({"parts": [{"rings": [SQUARE, HOLE]}]}, IMAGE) == []
