"""Pairs: the order is found, and who answers by chance."""

import numpy as np
from scipy.stats import kendalltau

from annotators.aggregation.kinds.bradley_terry import bradley_terry


def planted():
    rng = np.random.default_rng(3)
    worth = np.linspace(-2, 2, 8)
    who = rng.integers(0, 6, 1200)
    pairs = np.asarray([rng.choice(8, 2, replace=False) for _ in range(1200)])
    better = rng.random(1200) < 1 / (1 + np.exp(worth[pairs[:, 1]] - worth[pairs[:, 0]]))
    better ^= (who == 5) & (rng.random(1200) < 0.5)  # the last answers by coin
    winner = np.where(better, pairs[:, 0], pairs[:, 1])
    loser = np.where(better, pairs[:, 1], pairs[:, 0])
    return worth, bradley_terry(winner, loser, who, 8, 6)


def test_the_planted_order_is_recovered():
    worth, found = planted()
    assert kendalltau(worth, found.worth).statistic > 0.9


def test_the_person_who_flips_coins_is_trusted_least():
    _, found = planted()
    assert found.reliability.argmin() == 5


def test_items_never_compared_stay_in_the_middle():
    found = bradley_terry(np.asarray([0]), np.asarray([1]), np.asarray([0]), 3, 1)
    assert found.worth[0] > found.worth[2] > found.worth[1]
