"""Labels of points: runs of indices into the source file."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.regions import point_labels
from labeling.regions.kind import Bounds

CLOUD = Bounds(points=100, frames=3)
indices = st.sets(st.integers(0, 60), min_size=1)


@given(indices)
def test_runs_and_indices_say_the_same(wanted):
    geometry = point_labels.from_indices(list(wanted))
    assert point_labels.KIND.validate(geometry, CLOUD) == []
    assert point_labels.to_indices(geometry).tolist() == sorted(wanted)
    assert point_labels.KIND.area(geometry) == len(wanted)


@given(indices, indices)
def test_overlap_is_that_of_the_sets(first, second):
    a, b = (point_labels.from_indices(list(one)) for one in (first, second))
    wanted = len(first & second) / len(first | second)
    assert point_labels.KIND.iou(a, b) == pytest.approx(wanted)


def test_runs_that_touch_are_the_same_place_as_one():
    one, two = {"runs": [[4, 6]]}, {"runs": [[4, 2], [6, 4]]}
    assert point_labels.KIND.key(one) == point_labels.KIND.key(two)
    assert point_labels.KIND.iou(one, two) == 1


def test_another_frame_is_another_place():
    assert point_labels.KIND.iou({"runs": [[0, 5]]}, {"runs": [[0, 5]], "frame": 1}) == 0


def test_a_million_points_are_compared_by_runs():
    a = {"runs": [[0, 2**40]]}
    assert point_labels.KIND.iou(a, {"runs": [[2**39, 2**39]]}) == 0.5
    many = point_labels.from_indices(np.arange(0, 1_000_000, 2))
    assert point_labels.KIND.iou(many, many) == 1


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        ({"runs": []}, "/runs"),
        ({"runs": [[0, 0]]}, "/runs/0"),
        ({"runs": [[0, 5], [4, 2]]}, "/runs/1"),
        ({"runs": [[0, 5], [9, 92]]}, "/runs/1"),
        ({"runs": [[0, 2**70]]}, "/runs/0"),
        ({"runs": [[0, 1]], "frame": 3}, "/frame"),
    ],
)
def test_refuses_runs_without_order_or_beyond_the_file(geometry, place):
    assert [where for where, _ in point_labels.KIND.validate(geometry, CLOUD)] == [place]
