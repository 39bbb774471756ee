"""Estimates held against the truth: chosen tasks, blind answers, macro-F1."""

import numpy as np
import pytest
from sklearn.metrics import f1_score

from active_learning.diagnosis import (
    corrected_mean,
    corrected_share,
    lure_weights,
    macro_f1,
    measure_swaying,
)


def draw(weights, size, rng):
    """Draw rows in proportion to weights, without replacement; return them and their chances."""
    order = np.argsort(-(np.log(weights) + rng.gumbel(size=len(weights))))[:size]
    before = np.concatenate([[0.0], np.cumsum(weights[order])[:-1]])
    return order, weights[order] / (weights.sum() - before)


def test_the_corrected_mean_of_doubtful_tasks_is_the_pools_mean() -> None:
    rng = np.random.default_rng(3)
    doubt = rng.uniform(0.05, 1.0, 150)
    wrong = rng.random(150) < doubt * 0.6
    plain, corrected, covered = [], [], 0
    for _ in range(1500):
        rows, chances = draw(doubt**2, 40, rng)
        plain.append(wrong[rows].mean())
        found = corrected_mean(wrong[rows], chances, 150)
        assert found is not None
        corrected.append(found.value)
        covered += abs(found.value - wrong.mean()) < 1.96 * found.error
    spread = np.std(corrected) / np.sqrt(len(corrected))
    assert abs(np.mean(corrected) - wrong.mean()) < 4 * spread
    assert np.mean(plain) - wrong.mean() > 10 * spread
    assert covered / 1500 > 0.88


def test_drawn_at_random_every_task_counts_the_same_and_all_of_them_tell_all() -> None:
    assert lure_weights(1 / (50 - np.arange(10)), 50) == pytest.approx(np.ones(10))
    found = corrected_mean([1, 0, 0, 1], [0.9, 0.2, 0.5, 1.0], 4)
    assert (found.value, found.error) == (0.5, 0.0)


def test_the_interval_of_a_share_is_honest_where_nearly_all_is_right() -> None:
    rng = np.random.default_rng(7)
    doubt = rng.uniform(0.02, 0.6, 300)
    right = rng.random(300) > doubt * 0.3
    covered = 0
    for _ in range(400):
        rows, chances = draw(doubt, 30, rng)
        found = corrected_share(right[rows], chances, 300)
        covered += found.low <= right.mean() <= found.high
    assert covered / 400 > 0.93
    whole = corrected_share([1, 0, 0, 1], [0.9, 0.2, 0.5, 1.0], 4)
    assert (whole.low, whole.value, whole.high) == (0.5, 0.5, 0.5)
    assert corrected_share([], [], 3) is None


@pytest.mark.parametrize("chances", [[0.0], [-0.1], [1.2], [np.nan], [0.5] * 3])
def test_chances_that_are_none_are_refused(chances) -> None:
    with pytest.raises(ValueError, match=r"drawn|chance"):
        lure_weights(chances, 2)


def test_without_values_nothing_is_told() -> None:
    assert corrected_mean([], [], 10) is None


def test_people_who_follow_pre_labels_are_told_from_those_who_do_not() -> None:
    rng = np.random.default_rng(5)
    hidden = rng.random(4000) < 0.3
    own = rng.random(4000) < 0.7
    followed = own | (~hidden & (rng.random(4000) < 0.5))
    found = measure_swaying(hidden, followed)
    assert found is not None
    assert found.low < 0.15 < found.high
    assert found.low > 0
    assert found.hidden.low < 0.7 < found.hidden.high
    free = measure_swaying(hidden, own)
    assert free.low < 0 < free.high


def test_newcombes_own_example() -> None:
    # Newcombe (1998), table II, row (a) of method 10: 56/70 less 48/80.
    hidden = np.repeat([False, True], [70, 80])
    agrees = np.concatenate([np.arange(70) < 56, np.arange(80) < 48])
    found = measure_swaying(hidden, agrees)
    assert (found.difference, found.low, found.high) == pytest.approx(
        (0.2, 0.0524, 0.3339), abs=5e-5
    )


def test_with_one_group_alone_nothing_is_told() -> None:
    assert measure_swaying(np.zeros(5, bool), np.ones(5, bool)) is None


def test_macro_f1_is_that_of_scikit_learn_and_its_interval_covers_the_truth() -> None:
    rng = np.random.default_rng(11)
    truth = rng.choice(4, 4000, p=[0.6, 0.25, 0.1, 0.05])
    said = np.where(rng.random(4000) < 0.75, truth, rng.choice(4, 4000))
    whole = f1_score(truth, said, average="macro")
    covered = 0
    for _ in range(60):
        rows = rng.choice(4000, 200)
        counts = np.zeros((4, 4), np.int64)
        np.add.at(counts, (truth[rows], said[rows]), 1)
        found = macro_f1(counts)
        assert found.value == pytest.approx(f1_score(truth[rows], said[rows], average="macro"))
        covered += found.low <= whole <= found.high
    assert covered >= 50


def test_classes_that_never_occur_do_not_lower_macro_f1() -> None:
    assert macro_f1(np.diag([5, 3, 0])).value == 1.0
    assert macro_f1(np.zeros((3, 3), np.int64)) is None
