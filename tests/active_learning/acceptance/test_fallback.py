"""The fallback procedure: levels move on with rejections, and false ones stay rare."""

import numpy as np
import pytest

from active_learning.acceptance import fallback_rejections, look_share


def test_a_rejection_hands_its_level_on() -> None:
    rejected, levels = fallback_rejections([0.01, 0.03, 0.06, 0.02], [0.02, 0.02, 0.01, 0.01])
    # 0.03 passes only at 0.02 + 0.02; 0.06 fails at 0.05, so the last has its own 0.01.
    assert rejected.tolist() == [True, True, False, False]
    assert levels == pytest.approx([0.02, 0.04, 0.05, 0.01])


def test_all_weight_on_the_first_is_the_fixed_sequence_test() -> None:
    rejected, _ = fallback_rejections([0.04, 0.05, 0.051, 0.001], [0.05, 0.0, 0.0, 0.0])
    assert rejected.tolist() == [True, True, False, False]


def test_true_hypotheses_are_rejected_no_more_often_than_the_weights_sum() -> None:
    rng = np.random.default_rng(0)
    runs, weights = 20_000, np.full(5, 0.02)
    for is_true in ([1, 1, 1, 1, 1], [0, 1, 0, 1, 1], [0, 0, 0, 0, 1]):
        truth = np.array(is_true, bool)
        p = np.where(truth, rng.random((runs, 5)), 0.0)
        false = [fallback_rejections(row, weights)[0][truth].any() for row in p]
        assert np.mean(false) <= 0.1 + 3 * np.sqrt(0.09 / runs)


def test_nothing_to_test_rejects_nothing() -> None:
    rejected, levels = fallback_rejections([], [])
    assert len(rejected) == len(levels) == 0


def test_endless_looks_use_up_all_doubt_and_no_more() -> None:
    shares = [look_share(look) for look in range(1, 10_001)]
    assert shares[:3] == pytest.approx([1 / 2, 1 / 6, 1 / 12])
    assert 0.999 < sum(shares) < 1.0


def test_a_look_before_the_first_is_refused() -> None:
    with pytest.raises(ValueError, match="counted from 1"):
        look_share(0)
