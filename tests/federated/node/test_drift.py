"""Sites of unlike data learn one model, and a site that forgets loses one round's correction."""

from dataclasses import replace

import numpy as np

from federated.aggregation import AGGREGATORS
from federated.node.drift import Drift
from federated.node.recipe import Recipe
from federated.server.rounds import RunState, run_round
from federated.simulation.sites import ArraySite, local_federation
from federated.wire.asking import Ask
from tests.federated.small import accuracy, site, terms

RECIPE = Recipe(steps=2, learning_rate=0.5, momentum=0.0, correction=0.9)
START, AFTER = np.zeros(3), np.array([-0.4, 0.0, 0.2])
FIRST, SECOND = Ask("update", "1", 1), Ask("update", "1", 2)


def one_class(place: int) -> ArraySite:
    this = site(place + 1, rows=200, labels=180)
    this.labelled &= this.held_out | (this.truth == place)
    return this


def reached(correction: float) -> float:
    members, unseen = {f"site{place}": one_class(place) for place in range(3)}, site(99, rows=400)
    recipe = Recipe(steps=30, learning_rate=0.5, correction=correction)
    these, exchange = terms(recipe=recipe), local_federation(members, rng=np.random.default_rng(4))
    state, aggregator = RunState.beginning(these), AGGREGATORS.get("fedavg")()
    for _ in range(6):
        state = run_round(terms=these, state=state, aggregator=aggregator, exchange=exchange).state
    wrong = -np.log(state.head.predict_proba(unseen.features)[np.arange(400), unseen.truth]).mean()
    assert accuracy(state.head.predict_proba(unseen.features), unseen.truth) > 0.5
    return float(wrong)


def test_three_sites_of_one_class_each_learn_all_three_better_when_corrected() -> None:
    assert reached(0.9) < 0.8 * reached(0.0)


def remembering() -> Drift:
    drift = Drift()
    drift.trained(FIRST, START, delta=np.array([-1.0, 0.0, 0.0]), pull=None, recipe=RECIPE)
    drift.adopted(FIRST, AFTER)
    return drift


def test_a_site_is_pulled_to_where_all_went_and_from_where_it_went_itself() -> None:
    pull = remembering().pull(AFTER, RECIPE)
    # Two steps of a half carry a gradient of one by one and the mean moved by `AFTER`.
    assert np.allclose(pull, 0.9 * (np.array([0.4, 0.0, -0.2]) - np.array([1.0, 0.0, 0.0])))


def test_own_gradients_are_told_apart_from_the_pull() -> None:
    drift = remembering()
    pull = drift.pull(AFTER, RECIPE)
    assert pull is not None
    own = np.array([0.3, 0.1, 0.0])
    drift.trained(SECOND, AFTER, delta=-(own + pull), pull=pull, recipe=RECIPE)
    assert drift.last is not None
    assert np.allclose(drift.last.own, own)


def test_what_does_not_follow_from_the_last_round_is_not_corrected_by_it() -> None:
    assert Drift().pull(AFTER, RECIPE) is None
    assert remembering().pull(AFTER + 0.1, RECIPE) is None
    assert remembering().pull(np.zeros(5), RECIPE) is None
    assert remembering().pull(AFTER, replace(RECIPE, correction=0.0)) is None
    missed = remembering()
    missed.adopted(SECOND, AFTER + 0.5)
    assert missed.pull(AFTER + 0.5, RECIPE) is None


def test_measuring_a_model_is_no_round() -> None:
    drift = remembering()
    still = replace(RECIPE, steps=0)
    drift.trained(SECOND, AFTER, delta=np.zeros(3), pull=None, recipe=still)
    assert drift.pull(AFTER, RECIPE) is not None
