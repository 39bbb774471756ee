"""Drift, consistency, guideline hot spots, and what is still to be asked."""

import numpy as np
import pytest

from annotators.ability import (
    as_counts,
    change_of_draws,
    consistency,
    drift,
    forecast_opinions,
    good_people,
    hotspots,
    minutes_at_work,
    pooled_draws,
    score_draws,
    split_among,
    stretch_of,
)
from annotators.agreement import Votes


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def test_a_bootstrap_of_right_and_wrong_is_the_beta_posterior(rng):
    draws = score_draws([1] * 18 + [0] * 2, rng, n_draws=20_000)
    assert draws.mean() == pytest.approx(18.5 / 21, abs=0.003)
    assert as_counts(draws) == pytest.approx((18, 20), rel=0.1)


def test_partial_credit_is_known_more_exactly_than_coins_are(rng):
    even = score_draws([0.7] * 30, rng)
    coins = score_draws([1] * 21 + [0] * 9, rng)
    assert even.std() < coins.std() / 2


def test_labels_are_pooled_by_their_answers(rng):
    draws, answers = pooled_draws(
        [(np.full(5, 1.0), 30), (np.full(5, 0.0), 10), (np.full(5, 0.5), 0)]
    )
    assert (draws.tolist(), answers) == ([0.75] * 5, 40)
    assert pooled_draws([(np.ones(5), 0)]) is None


def test_a_fall_over_weeks_is_told_and_a_wobble_is_not(rng):
    weeks = ["w1"] * 60 + ["w2"] * 60
    found, change = drift([1] * 57 + [0] * 3 + [1] * 36 + [0] * 24, weeks, rng)
    assert [stretch.name for stretch in found] == ["w1", "w2"]
    assert change.is_decided
    assert change.high < 0
    _, wobble = drift([1] * 50 + [0] * 10 + [1] * 48 + [0] * 12, weeks, rng)
    assert not wobble.is_decided


def test_a_sitting_begins_anew_after_a_rest():
    minutes = minutes_at_work([0, 600, 2300, 9000, 9060])
    assert minutes.tolist() == [0, 10, pytest.approx(38.33, abs=0.01), 0, 1]
    assert [stretch_of(minute) for minute in (0, 29, 30, 200)] == [0, 0, 1, 3]


def test_nothing_repeated_has_no_consistency(rng):
    assert consistency([], rng) is None
    assert consistency([1.0] * 40, rng).low > 0.9


def test_good_people_who_part_on_two_classes_point_at_the_guidelines(rng):
    """Six good people agree on everything but toad and frog, and a bad one errs everywhere."""
    rows = []
    for task in range(90):
        kind = ("cat", "dog", "frog")[task % 3]
        for who in range(6):
            said = ("frog", "toad")[rng.integers(2)] if kind == "frog" else kind
            rows.append((task, who, said))
        rows.append((task, 6, ("cat", "dog", "frog", "toad")[rng.integers(4)]))
    votes = Votes.from_rows(rows, ("cat", "dog", "frog", "toad"))
    good = np.array([True] * 6 + [False])
    (spot,) = hotspots(votes, good)
    assert {votes.values[spot.first], votes.values[spot.second]} == {"frog", "toad"}
    assert spot.rate.low > 0.8
    assert all(task % 3 == 2 for task in spot.tasks)
    assert np.nanmax(split_among(votes, good)[np.arange(90) % 3 != 2]) == 0.0


def test_without_overlap_there_is_no_hot_spot_and_no_split():
    votes = Votes.from_rows([(task, "x", "ab"[task % 2]) for task in range(9)], "ab")
    assert hotspots(votes, np.array([True])) == []
    assert np.isnan(split_among(votes, np.array([True]))).all()


def test_good_is_at_least_the_middle():
    draws = np.random.default_rng(0).normal([0.9, 0.8, 0.5], 0.01, (100, 3))
    assert good_people(draws).tolist() == [True, True, False]


def test_more_accuracy_costs_more_opinions_and_hours(rng):
    posterior = rng.dirichlet(np.full(3, 0.5), 600)
    accuracy, seconds = rng.beta(85, 15, 200), np.full(50, 20.0)
    near, far = (
        forecast_opinions(posterior, accuracy, seconds, target=target, rng=rng)
        for target in (0.9, 0.98)
    )
    assert 0 < near.opinions.value < far.opinions.value
    assert far.opinions.low <= far.opinions.value <= far.opinions.high
    assert far.hours.value == pytest.approx(far.opinions.value * 20 / 3600, rel=0.01)


def test_what_is_reached_already_costs_nothing_and_the_unreachable_has_no_price(rng):
    sure = np.array([[0.999, 0.001]] * 50)
    assert (
        forecast_opinions(sure, np.array([0.9]), np.ones(3), target=0.98, rng=rng).hours.value == 0
    )
    half = np.full((50, 2), 0.5)
    lost = forecast_opinions(half, np.full(9, 0.5), np.ones(3), target=0.999, rng=rng)
    assert (lost.opinions, lost.hours) == (None, None)


def test_a_change_is_the_difference_draw_by_draw():
    change = change_of_draws(np.array([0.1, 0.2]), np.array([0.6, 0.7]))
    assert change.value == pytest.approx(0.5)
