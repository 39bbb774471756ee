"""Outlines: in the picture's pixels, with holes, without specks."""

import numpy as np
import pytest

from active_learning.segmenting.outline import outline_of
from labeling.regions import KINDS
from labeling.regions.kind import Bounds


def area(polygon) -> float:
    def of(ring):
        x, y = np.array(ring).T
        return 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))

    parts = polygon.get("parts", [polygon])
    return sum(of(p["rings"][0]) - sum(map(of, p["rings"][1:])) for p in parts)


def square(size: int = 40, low: int = 10, high: int = 30):
    likely = np.zeros((size, size), np.float32)
    likely[low:high, low:high] = 1
    return likely


def test_an_outline_lies_where_the_pixels_lie_in_the_picture() -> None:
    polygon = outline_of(square(), (2.0, 3.0), (100.0, 200.0))
    assert area(polygon) == pytest.approx(20 * 20 * 2 * 3, rel=0.06)
    x, y = np.array(polygon["rings"][0]).T
    assert (x.min(), x.max()) == pytest.approx((120, 160), abs=1)
    assert (y.min(), y.max()) == pytest.approx((230, 290), abs=1.5)
    assert KINDS["polygon"].validate(polygon, Bounds(400, 400)) == []


def test_a_hole_is_a_ring_inside() -> None:
    likely = square()
    likely[15:25, 15:25] = 0
    polygon = outline_of(likely, (1, 1), (0, 0))
    assert len(polygon["rings"]) == 2
    assert area(polygon) == pytest.approx(300, rel=0.1)


def test_specks_are_left_out_and_pieces_kept() -> None:
    likely = square(80, 10, 30)
    likely[50:70, 50:70] = 1
    likely[5, 60] = 1
    polygon = outline_of(likely, (1, 1), (0, 0))
    assert len(polygon["parts"]) == 2


def test_only_pieces_that_were_pointed_at_are_kept() -> None:
    likely = square(80, 10, 30)
    likely[50:70, 50:70] = 1
    polygon = outline_of(likely, (1, 1), (0, 0), [(60, 60)])
    assert np.array(polygon["rings"][0]).min() > 45


def test_nothing_likely_has_no_outline() -> None:
    assert outline_of(np.full((20, 20), 0.4, np.float32), (1, 1), (0, 0)) is None
