"""Learning curves against hand-worked cases."""

import math

import pytest

from active_learning.replay.curves import (
    Point,
    crossing,
    interval_of,
    labels_to,
    mean_curve,
)


def curve(*accuracies: float, step: int = 10) -> list[Point]:
    return [Point(step * (i + 1), accuracy) for i, accuracy in enumerate(accuracies)]


def test_one_lucky_point_does_not_reach_the_target() -> None:
    assert labels_to(curve(0.5, 0.95, 0.5, 0.6, 0.7), 0.9) is None


def test_the_target_is_reached_in_the_middle_of_three_good_points() -> None:
    assert labels_to(curve(0.5, 0.8, 0.9, 0.91, 0.92), 0.9) == 40


def test_a_short_curve_is_judged_by_what_it_has() -> None:
    assert labels_to(curve(0.95), 0.9) == 10
    assert labels_to([], 0.9) is None


def test_seeds_that_never_reach_count_with_all_they_were_given() -> None:
    found = crossing([curve(0.9, 0.9, 0.9), curve(0.1, 0.1, 0.1)], 0.8)
    assert found.counts == (20, None)
    assert found.reached == 1
    assert found.mean == 25.0


def test_the_interval_is_students() -> None:
    mean, low, high = interval_of([10.0, 12.0, 14.0])
    assert mean == 12.0
    assert high - mean == pytest.approx(4.303 * 2.0 / math.sqrt(3), rel=1e-3)
    assert mean - low == pytest.approx(high - mean)


def test_one_seed_has_no_width_and_none_has_no_mean() -> None:
    assert interval_of([5.0]) == (5.0, 5.0, 5.0)
    assert math.isnan(interval_of([])[0])


def test_the_mean_curve_ends_where_the_shortest_one_does() -> None:
    found = mean_curve([curve(0.2, 0.4, 0.6), curve(0.4, 0.6)])
    assert [(point.labels, round(point.accuracy, 3)) for point in found] == [(10, 0.3), (20, 0.5)]
    assert mean_curve([]) == []
