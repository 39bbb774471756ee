"""Conformal sets keep their promise: on average, and within each class where that is asked."""

import numpy as np
import pytest

from active_learning.calibration import calibrate_sets, conformal_quantile


def _rows(n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities of an overconfident model of four classes, the last one rare and hard."""
    truth = rng.choice(4, n, p=[0.4, 0.3, 0.25, 0.05])
    logits = rng.normal(0, 1, (n, 4))
    logits[np.arange(n), truth] += np.where(truth == 3, 0.5, 2.0)
    stated = np.exp(2.0 * logits)
    return stated / stated.sum(axis=1, keepdims=True), truth


@pytest.mark.parametrize("score", ["lac", "aps"])
def test_sets_hold_the_right_class_as_often_as_promised(score: str) -> None:
    rng = np.random.default_rng(0)
    held = []
    for _ in range(200):
        stated, truth = _rows(400, rng)
        sets = calibrate_sets(stated[:200], truth[:200], miscoverage=0.1, rng=rng, score=score)
        held.append(sets.sets(stated[200:], rng)[np.arange(200), truth[200:]].mean())
    # 0.9 is promised, and 0.9 + 1 / 201 is the most that exact ranks can give.
    assert 0.895 <= np.mean(held) <= 0.912


def test_a_promise_by_class_is_kept_for_the_rare_and_hard_one() -> None:
    rng = np.random.default_rng(1)
    missed_on_average, missed_by_class = [], []
    for _ in range(60):
        stated, truth = _rows(3000, rng)
        rare = np.flatnonzero(truth[1500:] == 3) + 1500
        for by_class, missed in ((False, missed_on_average), (True, missed_by_class)):
            sets = calibrate_sets(
                stated[:1500], truth[:1500], miscoverage=0.1, rng=rng, by_class=by_class
            )
            missed.append(1 - sets.sets(stated[rare], rng)[:, 3].mean())
    assert np.mean(missed_by_class) <= 0.11  # 0.1 is promised; 60 runs miss by 0.005 either way
    assert np.mean(missed_on_average) > 0.2


def test_a_class_with_too_few_rows_for_the_promise_is_in_every_set() -> None:
    rng = np.random.default_rng(2)
    stated, truth = _rows(300, rng)
    truth[truth == 3] = 0
    truth[0] = 3
    sets = calibrate_sets(stated, truth, miscoverage=0.1, rng=rng, by_class=True)
    assert np.isinf(sets.limits[3])
    assert sets.sets(stated, rng)[:, 3].all()


def test_the_quantile_is_the_rank_that_one_more_row_leaves() -> None:
    scores = np.array([0.4, 0.1, 0.3, 0.2])
    assert conformal_quantile(scores, 0.4) == 0.3  # rank ceil(5 x 0.6) = 3
    assert conformal_quantile(scores, 0.2) == 0.4
    assert conformal_quantile(scores, 0.1) == float("inf")
    assert conformal_quantile(np.empty(0), 0.1) == float("inf")


def test_aps_scores_are_the_mass_above_and_part_of_the_own() -> None:
    rng = np.random.default_rng(3)
    stated = np.tile([[0.5, 0.3, 0.2]], (2000, 1))
    sets = calibrate_sets(stated, np.full(2000, 1), miscoverage=0.5, rng=rng, score="aps")
    # The right class is always second: scores are uniform between 0.5 and 0.8.
    assert sets.limits[0] == pytest.approx(0.65, abs=0.02)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_probabilities_that_are_no_numbers_are_refused(bad: float) -> None:
    stated = np.array([[0.5, 0.5], [bad, 0.5]])
    with pytest.raises(ValueError, match="NaN or infinity"):
        calibrate_sets(stated, np.array([0, 1]), miscoverage=0.1, rng=np.random.default_rng(0))


def test_a_share_outside_zero_and_one_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        calibrate_sets(
            np.ones((1, 1)), np.array([0]), miscoverage=1.0, rng=np.random.default_rng(0)
        )
