"""Calibration against hand-worked values and published ones."""

import numpy as np
import pytest
from scipy.special import softmax

from active_learning.calibration import (
    Reliability,
    expected_calibration_error,
    fit_temperature,
    probabilities_of,
    wilson,
)


def test_wilson_gives_the_textbook_interval() -> None:
    """Newcombe (1998), Table I: 81 of 263, 95 %: 0.2553 to 0.3662."""
    interval = wilson(81, 263)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((0.2553, 0.3662), abs=1e-4)


def test_wilson_never_claims_certainty_for_a_perfect_score() -> None:
    interval = wilson(20, 20)
    assert interval is not None
    assert interval.high == 1.0
    assert interval.low == pytest.approx(0.8389, abs=1e-4)


def test_wilson_has_no_answer_without_trials() -> None:
    assert wilson(0, 0) is None


def test_wilson_refuses_more_successes_than_trials() -> None:
    with pytest.raises(ValueError, match="3 successes of 2"):
        wilson(3, 2)


def test_wilson_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    hits = 0
    for successes in rng.binomial(40, 0.9, size=2000):
        interval = wilson(int(successes), 40)
        assert interval is not None
        hits += interval.low <= 0.9 <= interval.high
    assert 0.93 <= hits / 2000 <= 0.98


def rows(sharpness: float, count: int = 4000) -> tuple[np.ndarray, np.ndarray]:
    """Logits that are `sharpness` times as sure as the labels drawn from them warrant."""
    rng = np.random.default_rng(1)
    honest = rng.normal(0, 1.5, size=(count, 3))
    chosen = np.array([rng.choice(3, p=p) for p in softmax(honest, axis=1)])
    return honest * sharpness, np.eye(3)[chosen]


@pytest.mark.parametrize("sharpness", [0.5, 1.0, 3.0])
def test_temperature_finds_how_overconfident_the_logits_are(sharpness: float) -> None:
    assert fit_temperature(*rows(sharpness)) == pytest.approx(sharpness, rel=0.1)


def test_temperature_lowers_the_calibration_error() -> None:
    logits, targets = rows(3.0)
    right = targets.argmax(axis=1) == logits.argmax(axis=1)
    raw = probabilities_of(logits, 1.0, independent=False).max(axis=1)
    cooled = probabilities_of(logits, fit_temperature(logits, targets), independent=False)
    assert expected_calibration_error(raw, right) > 0.1
    assert expected_calibration_error(cooled.max(axis=1), right) < 0.03


def test_temperature_of_independent_labels_uses_the_sigmoid() -> None:
    rng = np.random.default_rng(2)
    honest = rng.normal(0, 2, size=(4000, 2))
    targets = (rng.random(honest.shape) < 1 / (1 + np.exp(-honest))).astype(float)
    assert fit_temperature(honest * 2, targets, independent=True) == pytest.approx(2, rel=0.1)


def test_too_few_rows_leave_the_temperature_alone() -> None:
    logits, targets = rows(3.0, count=9)
    assert fit_temperature(logits, targets) == 1.0


def test_the_calibration_error_of_a_hand_worked_case() -> None:
    """Bins (0.6, 0.7] and (0.8, 0.9]: gaps 0.65-0.5 and 0.9-1, two rows each."""
    assert expected_calibration_error(
        [0.62, 0.68, 0.9, 0.9], [True, False, True, True]
    ) == pytest.approx(0.5 * 0.15 + 0.5 * 0.1)


def test_empty_bins_are_marked_and_cost_nothing() -> None:
    reliability = Reliability.of([1.0, 0.0], [True, False])
    assert reliability.counts.tolist() == [1, *[0] * 8, 1]
    assert np.isnan(reliability.accuracy[5])
    assert reliability.error == 0.0
    assert expected_calibration_error([], []) == 0.0


def test_bins_of_equal_fill_see_errors_that_wide_bins_average_away() -> None:
    # Half of the rows say 0.92 and are always right; half say 0.98 and are right in 9 of 10.
    stated = np.repeat([0.92, 0.98], 100)
    right = np.concatenate([np.ones(100), np.arange(100) % 10 != 0])
    wide = expected_calibration_error(stated, right)
    full = expected_calibration_error(stated, right, adaptive=True)
    assert wide < 0.01
    assert full == pytest.approx(0.08)


def test_equal_confidences_share_one_bin_of_equal_fill() -> None:
    reliability = Reliability.of(np.full(50, 0.7), np.arange(50) % 2 == 0, adaptive=True)
    assert reliability.counts.sum() == 50
    assert np.count_nonzero(reliability.counts) == 1
    assert reliability.error == pytest.approx(0.2)


def test_no_rows_have_no_error_in_bins_of_equal_fill() -> None:
    assert expected_calibration_error([], [], adaptive=True) == 0.0
