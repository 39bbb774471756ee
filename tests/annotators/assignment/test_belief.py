"""One task's belief: choices by rates, other kinds by agreement; when to stop."""

import numpy as np
import pytest

from annotators.aggregation import OnlineDawidSkene
from annotators.assignment import (
    Known,
    Limits,
    agreed_confidence,
    class_accuracy,
    decide,
    opinion_information,
    turn_again,
    vote_posterior,
)

EVEN = np.full(2, 0.5)


def accuracy(value, count=2):
    return np.full(count, value)


def test_two_votes_of_equals_against_each_other_leave_it_even():
    found = vote_posterior(EVEN, [(0, accuracy(0.8)), (1, accuracy(0.8))])
    assert found == pytest.approx([0.5, 0.5])


def test_it_is_bayes_by_hand():
    found = vote_posterior(np.asarray([0.3, 0.7]), [(0, accuracy(0.9)), (0, accuracy(0.6))])
    odds = 0.3 * 0.9 * 0.6 / (0.7 * 0.1 * 0.4)
    assert found[0] == pytest.approx(odds / (1 + odds))


def test_it_goes_the_way_of_the_online_model_that_knows_the_same():
    rng = np.random.default_rng(2)
    online = OnlineDawidSkene(2)
    for task in range(200):
        truth = int(rng.random() < 0.5)
        for who in range(3):
            online.add(task, who, truth if rng.random() < 0.9 else 1 - truth)
    known = online.settle()
    votes = [(0, 1), (1, 1), (2, 0)]
    for who, value in votes:
        theirs = online.add(1000, who, value)
    assert known.confusion is not None
    rates = [np.diag(matrix) for matrix in known.confusion]
    ours = vote_posterior(known.posterior.mean(0), [(value, rates[who]) for who, value in votes])
    assert ours == pytest.approx(theirs, abs=0.01)


def test_an_adversary_s_vote_speaks_for_the_other_value():
    assert vote_posterior(EVEN, [(0, accuracy(0.1))])[1] == pytest.approx(0.9)


def test_a_vote_that_nobody_should_give_makes_nothing_infinite():
    found = vote_posterior(np.asarray([1.0, 0.0]), [(1, accuracy(1.0))] * 5)
    assert np.isfinite(found).all()
    assert found.sum() == pytest.approx(1)


def test_somebody_unknown_is_taken_for_the_crowd_and_one_class_for_the_whole_person():
    crowd = Known(90, 100)
    assert Known().accuracy(crowd) == pytest.approx(crowd.accuracy())
    assert Known().accuracy() == pytest.approx(2 / 3)
    found = class_accuracy(Known(50, 100, {"a": (49, 50)}), ["a", "b"], crowd)
    assert found[0] > 0.9 > 0.6 > found[1]


def test_answers_that_agree_are_likely_right_and_the_odd_one_is_not():
    agreement = np.asarray([[1, 0.95, 0.1], [0.95, 1, 0.1], [0.1, 0.1, 1]])
    found = agreed_confidence(agreement, accuracy(0.8, 3))
    assert found[0] > 0.85
    assert found[2] < 0.3


def test_one_answer_alone_is_as_good_as_its_author():
    assert agreed_confidence(np.eye(1), accuracy(0.7, 1))[0] == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("confidence", "n_votes", "decision"),
    [
        (0.99, 1, "asking"),
        (0.99, 2, "sure"),
        (0.8, 4, "asking"),
        (0.8, 5, "escalated"),
        (0.95, 5, "sure"),
    ],
)
def test_when_to_stop(confidence, n_votes, decision):
    assert decide(confidence, n_votes, Limits(2, 5, 0.95)) == decision


def test_the_torn_come_again_first_and_each_opinion_sends_them_back():
    assert turn_again(0.5, 1) > turn_again(0.9, 1) > turn_again(0.9, 2) > 0
    assert turn_again(0.3, 1) <= 0.5


def test_what_an_opinion_tells_is_the_information_of_its_channel():
    torn = np.asarray([[0.5, 0.5]])
    entropy = -(0.9 * np.log(0.9) + 0.1 * np.log(0.1))
    assert opinion_information(torn, accuracy(0.9, 1))[0] == pytest.approx(np.log(2) - entropy)
    assert opinion_information(torn, accuracy(0.5, 1))[0] == pytest.approx(0, abs=1e-9)
    settled = np.asarray([[0.9, 0.1]])
    # No single opinion turns it, and yet it tells something.
    assert 0 < opinion_information(settled, accuracy(0.8, 1))[0] < 0.2
