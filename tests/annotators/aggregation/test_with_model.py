"""The learner votes with people, and is believed as far as it agrees with them."""

import numpy as np
import pytest

from annotators.aggregation import auto, with_model
from annotators.agreement import Votes


@pytest.fixture
def crowd():
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 500)
    rows = [
        (t, int(w), int(truth[t] if rng.random() < 0.7 else 1 - truth[t]))
        for t in range(500)
        for w in rng.choice(12, 2, replace=False)
    ]
    return Votes.from_rows(rows, range(2)), truth


def certain(values, share):
    probabilities = np.full((len(values), 2), 1 - share)
    probabilities[np.arange(len(values)), values] = share
    return probabilities


def test_a_good_model_lifts_a_weak_crowd(crowd):
    votes, truth = crowd
    wrong = np.random.default_rng(3).random(500) < 0.1
    model = certain(np.where(wrong, 1 - truth, truth), 0.9)
    assert (with_model(votes, model).value == truth).mean() > (auto(votes).value == truth).mean()


def test_a_model_that_guesses_changes_nothing(crowd):
    votes, truth = crowd
    guesses = certain(np.random.default_rng(4).integers(0, 2, 500), 0.99)
    together = (with_model(votes, guesses).value == truth).mean()
    assert together == pytest.approx((auto(votes).value == truth).mean(), abs=0.02)


def test_tasks_without_prediction_keep_what_people_say(crowd):
    votes, _ = crowd
    nothing = np.full((500, 2), np.nan)
    assert (with_model(votes, nothing).posterior == auto(votes).posterior).all()
