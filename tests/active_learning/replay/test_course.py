"""What a replay is made of, and what it refuses."""

import numpy as np
import pytest

from active_learning.replay import Course, CourseError
from active_learning.replay.course import split_course


def course(**facts: object) -> Course:
    whole = {
        "name": "few",
        "pool": np.eye(4),
        "pool_labels": np.array(["a", "b", "a", "b"]),
        "test": np.eye(4)[:3],
        "test_labels": np.array(["a", "a", "b"]),
    }
    return Course(**(whole | facts))


def test_accuracy_counts_rows_or_classes() -> None:
    guesses = np.array(["a", "a", "a"])
    assert course().accuracy(guesses) == pytest.approx(2 / 3)
    assert course(is_balanced=True).accuracy(guesses) == pytest.approx(1 / 2)


def test_the_row_that_is_not_finite_is_named() -> None:
    rows = np.eye(4)
    rows[2, 1] = np.inf
    with pytest.raises(CourseError, match="pool, row 2"):
        course(pool=rows)


def test_one_class_only_is_refused() -> None:
    with pytest.raises(CourseError, match="one class"):
        course(pool_labels=np.array(["a"] * 4))


def test_rows_without_labels_and_empty_parts_are_refused() -> None:
    with pytest.raises(CourseError, match="4 rows, 1 labels"):
        course(pool_labels=np.array(["a"]))
    with pytest.raises(CourseError, match="test is empty"):
        course(test=np.empty((0, 4)), test_labels=np.array([], dtype=str))


def test_a_split_shares_no_row_and_says_how_many_are_needed() -> None:
    rows, labels = np.arange(200.0).reshape(100, 2), np.array(["a", "b"] * 50)
    split = split_course("s", rows, labels, test_share=0.3, rng=np.random.default_rng(0))
    assert (len(split.pool), len(split.test)) == (70, 30)
    assert not set(split.pool[:, 0]) & set(split.test[:, 0])
    with pytest.raises(CourseError, match="67 rows are needed"):
        split_course("s", rows[:40], labels[:40], test_share=0.3, rng=np.random.default_rng(0))
