"""Shares by group, and the gap between those furthest apart."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, recall_score

from active_learning.diagnosis import group_records, largest_gap


def test_groups_are_counted_as_scikit_learn_counts_them() -> None:
    rng = np.random.default_rng(3)
    truth, said = rng.integers(0, 3, 200), rng.integers(0, 3, 200)
    place = rng.integers(-1, 4, 200)
    records = group_records(place, 4, truth == said, said, 3)
    for group, record in enumerate(records):
        mine = place == group
        assert record.tested == mine.sum()
        assert record.accuracy is not None
        assert record.accuracy.value == pytest.approx(accuracy_score(truth[mine], said[mine]))
        for label, share in enumerate(record.selected):
            # How often a class is said is its recall, were all tasks of the class.
            every = np.full(int(mine.sum()), label)
            expected = recall_score(every, said[mine], labels=[label], average="micro")
            assert share is not None
            assert share.value == pytest.approx(expected)


def test_the_interval_is_newcombes() -> None:
    # His table II, 56/70 against 48/80: 0.2, 0.0524 to 0.3339.
    gap = largest_gap([56, 48], [70, 80])
    assert gap is not None
    assert (gap.most, gap.least, gap.is_sure) == (0, 1, True)
    assert gap.value == pytest.approx(0.2)
    assert gap.low == pytest.approx(0.0524, abs=5e-5)
    assert gap.high == pytest.approx(0.3339, abs=5e-5)


def test_more_groups_make_the_interval_wider_and_small_ones_make_no_gap() -> None:
    two, many = largest_gap([56, 48], [70, 80]), largest_gap([56, 48, 50], [70, 80, 70])
    assert two is not None
    assert many is not None
    assert many.value == two.value
    assert many.low < two.low
    assert largest_gap([5, 0], [5, 9]) is None
    assert largest_gap([10, 0, 9], [10, 9, 10]) is not None


def test_groups_that_differ_by_chance_alone_are_seldom_called_unfair() -> None:
    rng = np.random.default_rng(0)
    sure = 0
    for _ in range(400):
        gap = largest_gap(rng.binomial(60, 0.8, 6).tolist(), [60] * 6)
        assert gap is not None
        sure += gap.is_sure
    assert sure <= 0.05 * 400
