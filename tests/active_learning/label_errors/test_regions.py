"""Regions overlooked, swapped and badly placed."""

import numpy as np
import pytest

from active_learning.label_errors import RegionsOfTask, find_region_errors


def task(given, predicted, overlaps):
    """Make a task; ``predicted`` is class and score of each."""
    scores = np.array([score for _, score in predicted], dtype=float)
    shape = (len(given), len(predicted))
    return RegionsOfTask(
        given, [name for name, _ in predicted], scores, np.array(overlaps, float).reshape(shape)
    )


def errors(given, predicted, overlaps):
    found = find_region_errors([task(given, predicted, overlaps)])
    return [(error.kind, error.given, error.predicted) for error in found]


def test_a_sure_region_where_nothing_was_given_is_overlooked():
    assert errors(["car"], [("car", 0.9), ("cat", 0.9)], [[0.9, 0.0]]) == [("missing", None, 1)]


def test_an_unsure_region_speaks_against_nobody():
    assert errors(["car"], [("car", 0.9), ("cat", 0.3)], [[0.9, 0.0]]) == []


def test_another_class_in_the_same_place_is_a_swap():
    assert errors(["car"], [("cat", 0.9)], [[0.9]]) == [("class", 0, 0)]


def test_the_same_class_half_beside_is_badly_placed():
    assert errors(["car"], [("car", 0.9)], [[0.33]]) == [("extent", 0, 0)]


def test_a_region_that_the_model_confirms_is_right_whatever_else_it_sees_there():
    assert errors(["car"], [("car", 0.9), ("cat", 0.6)], [[0.9, 0.9]]) == []


def test_the_surest_error_comes_first():
    found = find_region_errors([task([], [("car", p)], []) for p in (0.6, 0.9)])
    assert [error.task for error in found] == [1, 0]
    assert [error.score for error in found] == pytest.approx([0.1, 0.4])


def test_what_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="NaN"):
        task(["car"], [("car", 0.9)], [[np.nan]])
    with pytest.raises(ValueError, match="overlaps"):
        RegionsOfTask(["car"], [], np.empty(0), np.empty((2, 0)))


def test_tasks_without_regions_find_nothing():
    assert errors([], [], []) == []
    assert errors(["car"], [], []) == []
