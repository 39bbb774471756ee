"""One more opinion is worth what it is expected to change."""

import numpy as np
import pytest

from annotators.assignment import opinion_value, sampled_accuracy, wants_more


def by_hand(posterior, accuracy):
    """Bayes for each thing the person may say, one after another."""
    n_values = len(posterior)
    after = 0.0
    for said in range(n_values):
        chance = np.full(n_values, (1 - accuracy) / (n_values - 1))
        chance[said] = accuracy
        after += (posterior * chance).max()
    return max(after - posterior.max(), 0.0)


def test_it_equals_bayes_done_by_hand():
    rng = np.random.default_rng(1)
    posterior, accuracy = rng.dirichlet(np.ones(4), 30), rng.uniform(0.3, 0.99, 5)
    wanted = [[by_hand(row, one) for one in accuracy] for row in posterior]
    assert opinion_value(posterior, accuracy) == pytest.approx(np.asarray(wanted))


def test_a_torn_task_and_a_good_person_are_worth_most():
    value = opinion_value(np.asarray([[0.5, 0.5], [0.99, 0.01]]), np.asarray([0.9, 0.6]))
    assert value[0, 0] == pytest.approx(0.4)
    assert value[0, 0] > value[0, 1] > value[1, 0] == value[1, 1] == 0


def test_somebody_twice_as_dear_is_worth_half():
    posterior, accuracy = np.asarray([[0.5, 0.5]]), np.asarray([0.8, 0.8])
    dear = opinion_value(posterior, accuracy, cost=np.asarray([1.0, 2.0]))
    assert dear[0, 1] == pytest.approx(dear[0, 0] / 2)


def test_a_value_that_matters_makes_doubt_about_it_matter():
    posterior, accuracy = np.asarray([[0.85, 0.15]]), np.asarray([0.8])
    plain = opinion_value(posterior, accuracy)
    rare = opinion_value(posterior, accuracy, worth=np.asarray([1.0, 5.0]))
    assert plain[0, 0] == 0
    assert rare[0, 0] > 0.1


def test_tasks_stop_when_sure_or_asked_often_enough():
    posterior = np.asarray([[0.99, 0.01], [0.7, 0.3], [0.7, 0.3], [0.99, 0.01]])
    wanted = wants_more(posterior, np.asarray([3, 3, 5, 0]), target=0.95, most=5)
    assert wanted.tolist() == [False, True, False, True]


def test_new_people_are_tried_and_bad_ones_seldom():
    rng = np.random.default_rng(0)
    right, answered = np.asarray([0.0, 20.0]), np.asarray([0.0, 50.0])
    draws = np.asarray([sampled_accuracy(right, answered, rng) for _ in range(500)])
    assert (draws[:, 0] > draws[:, 1]).mean() > 0.5
    assert draws[:, 1].std() < draws[:, 0].std()


def test_a_hundred_thousand_tasks_of_one_value_are_worth_nothing_more():
    assert (opinion_value(np.ones((1000, 1)), np.asarray([0.9])) == 0).all()
