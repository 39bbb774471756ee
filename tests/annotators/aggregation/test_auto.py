"""The average of models is safe where one of them walks off."""

import numpy as np
import pytest

from annotators.aggregation import auto, majority, one_coin
from annotators.aggregation.auto import model_weight
from tests.benchmarks.annotators.crowds import crowd
from tests.shared_data import shared


def test_a_model_whose_class_swallows_the_others_weighs_next_to_nothing():
    shares = np.full((100, 2), 0.5)
    swallowed = np.tile([0.99, 0.01], (100, 1))
    assert model_weight(swallowed, shares) < 1e-6 < 1 == model_weight(shares, shares)


def test_weights_of_members_sum_to_one():
    shared("data/crowd_bluebirds")
    assert sum(auto(crowd("bluebirds").votes).members.values()) == pytest.approx(1)


def test_it_follows_the_models_that_stand_where_one_collapses():
    shared("data/crowd_bluebirds")
    birds = crowd("bluebirds")
    counted = birds.accuracy(majority(birds.votes))
    assert birds.accuracy(one_coin(birds.votes)) < counted - 0.1
    assert birds.accuracy(auto(birds.votes)) > counted + 0.1
