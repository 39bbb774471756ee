"""Boxes overlooked, swapped and badly placed."""

import numpy as np
import pytest

from active_learning.label_errors import Boxes, BoxesOfPicture, find_box_errors
from active_learning.label_errors.boxes import overlap


def boxes(*rows):
    """Each row: left, top, right, bottom, class, score."""
    return Boxes(
        np.array([row[:4] for row in rows], dtype=float).reshape(-1, 4),
        [row[4] for row in rows],
        np.array([row[5] for row in rows], dtype=float),
    )


def errors(given, predicted):
    found = find_box_errors([BoxesOfPicture(boxes(*given), boxes(*predicted))])
    return [(error.kind, error.given, error.predicted) for error in found]


CAR = (0, 0, 10, 10, "car", 1.0)


def test_overlap_is_the_share_of_the_union():
    found = overlap(np.array([[0, 0, 10, 10.0]]), np.array([[0, 0, 5, 10.0], [20, 20, 30, 30]]))
    assert found.tolist() == [[0.5, 0.0]]


def test_a_sure_box_where_nothing_was_given_is_overlooked():
    assert errors([CAR], [CAR, (50, 50, 60, 60, "cat", 0.9)]) == [("missing", None, 1)]


def test_an_unsure_box_speaks_against_nobody():
    assert errors([CAR], [CAR, (50, 50, 60, 60, "cat", 0.3)]) == []


def test_another_class_in_the_same_place_is_a_swap():
    assert errors([CAR], [(0, 0, 10, 11, "cat", 0.9)]) == [("class", 0, 0)]


def test_the_same_class_half_beside_is_badly_placed():
    assert errors([CAR], [(5, 0, 15, 10, "car", 0.9)]) == [("extent", 0, 0)]


def test_a_box_that_the_model_confirms_is_right_whatever_else_it_sees_there():
    assert errors([CAR], [CAR, (0, 0, 10, 10, "cat", 0.6)]) == []


def test_the_surest_error_comes_first():
    found = find_box_errors(
        [
            BoxesOfPicture(boxes(), boxes((0, 0, 9, 9, "car", 0.6))),
            BoxesOfPicture(boxes(), boxes((0, 0, 9, 9, "car", 0.9))),
        ]
    )
    assert [error.picture for error in found] == [1, 0]


def test_a_box_that_is_nan_is_refused():
    with pytest.raises(ValueError, match="picture 0"):
        errors([(np.nan, 0, 1, 1, "car", 1.0)], [])


def test_pictures_without_boxes_find_nothing():
    assert errors([], []) == []
    assert errors([CAR], []) == []
