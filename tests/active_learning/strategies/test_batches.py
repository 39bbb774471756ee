"""Stochastic batches, rare classes, BatchBALD, auto and candidates."""

import numpy as np
import pytest

from active_learning.acquisition import bald, margin
from active_learning.strategies import STRATEGIES, Auto, Pool, TopUtility, Turn
from active_learning.strategies.auto import chosen_arm, gains_of
from active_learning.strategies.batch_bald import joint_information
from active_learning.strategies.candidates import stratified
from active_learning.strategies.class_balance import ClassBalanced, rarity
from active_learning.strategies.stochastic import Stochastic


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def pool_of(probabilities: np.ndarray, **facts: object) -> Pool:
    return Pool(np.arange(len(probabilities)), probabilities=probabilities, **facts)


def test_power_draws_in_proportion_to_the_utility() -> None:
    pool = pool_of(np.array([[0.5, 0.5], [0.75, 0.25], [1.0, 0.0]]))
    strategy = Stochastic("power", margin)
    first = [int(strategy.query(pool, 1, rng(seed)).ids[0]) for seed in range(2000)]
    assert np.bincount(first, minlength=3) / 2000 == pytest.approx([2 / 3, 1 / 3, 0], abs=0.04)


def test_softmax_grows_greedy_with_beta() -> None:
    pool = pool_of(rng().dirichlet(np.ones(2), size=200))
    best = set(TopUtility("margin", margin).query(pool, 10, rng()).ids.tolist())
    cold = Stochastic("s", margin, form="softmax", beta=1e4).query(pool, 10, rng()).ids
    hot = Stochastic("s", margin, form="softmax", beta=0.0).query(pool, 10, rng()).ids
    assert set(cold.tolist()) == best
    assert len(set(hot.tolist()) & best) < 5


def test_a_task_that_may_be_of_a_rare_class_comes_first() -> None:
    probabilities = np.array([[0.5, 0.5, 0.0], [0.5, 0.0, 0.5]])
    pool = pool_of(probabilities, class_counts=np.array([100, 100, 2]))
    assert ClassBalanced("b", margin).query(pool, 1, rng()).ids.tolist() == [1]
    assert rarity(np.array([99, 0])) == pytest.approx([0.1, 1.0])


def test_without_counts_balance_is_plain_utility() -> None:
    pool = pool_of(rng().dirichlet(np.ones(3), size=50))
    balanced = ClassBalanced("b", margin).query(pool, 10, rng()).ids
    assert balanced.tolist() == TopUtility("m", margin).query(pool, 10, rng()).ids.tolist()


def test_counts_that_do_not_fit_never_become_a_pool() -> None:
    with pytest.raises(ValueError, match="2 class counts for 3 classes"):
        pool_of(np.full((4, 3), 1 / 3), class_counts=np.array([1, 2]))
    with pytest.raises(ValueError, match="5 rows of ensemble for 4 ids"):
        pool_of(np.full((4, 3), 1 / 3), ensemble=np.full((2, 5, 3), 1 / 3))


def test_a_batch_does_not_ask_twice_what_one_answer_tells() -> None:
    """Two tasks on which the members disagree in the same way say no more than one."""
    divided = [[0.95, 0.05], [0.05, 0.95], [0.95, 0.05], [0.05, 0.95]]
    other = [[0.9, 0.1], [0.9, 0.1], [0.1, 0.9], [0.1, 0.9]]
    ensemble = np.stack([divided, divided, other], axis=1)
    chosen, gains = joint_information(ensemble, 3, rng())
    assert sorted(chosen[:2].tolist())[1] == 2
    assert gains[0] == pytest.approx(bald(ensemble).max())
    assert gains[2] < 0.35 * gains[0]


def test_drawn_configurations_agree_with_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    ensemble = rng(1).dirichlet(0.3 * np.ones(3), size=(4, 12))
    exact = joint_information(ensemble, 5, rng())[1]
    monkeypatch.setattr("active_learning.strategies.batch_bald.CONFIGURATIONS", 60)
    drawn = np.mean([joint_information(ensemble, 5, rng(s))[1] for s in range(20)], axis=0)
    assert drawn[:4] == pytest.approx(exact[:4], abs=0.08)


def test_batch_bald_says_what_it_lacks() -> None:
    with pytest.raises(ValueError, match="ensemble"):
        STRATEGIES.get("batch_bald").query(pool_of(np.full((4, 2), 0.5)), 1, rng())


def history(gains: dict[str, float], *, tested: int = 2000, turns: int = 11) -> list[Turn]:
    """Turns of several arms by turns, each gaining its share a doubling of the labels."""
    share, labels, made = 0.5, 20, [Turn("typiclust", 20, tested // 2, tested)]
    names = list(gains)
    for place in range(turns):
        labels += 20
        share += gains[names[place % len(names)]] * np.log2(labels / (labels - 20))
        made.append(Turn(names[place % len(names)], labels, round(share * tested), tested))
    return made


ARMS = ("margin", "badge", "balanced_margin")


def test_auto_stays_with_its_first_arm_until_another_is_better_beyond_doubt() -> None:
    assert chosen_arm(history({"margin": 0.05, "badge": 0.06}), ARMS) == "margin"
    assert chosen_arm(history({"margin": 0.01, "badge": 0.15}), ARMS) == "badge"


def test_a_small_holdout_proves_nothing() -> None:
    assert chosen_arm(history({"margin": 0.01, "badge": 0.15}, tested=40), ARMS) == "margin"


def test_now_and_then_the_arm_tried_least_is_tried() -> None:
    assert chosen_arm(history({"margin": 0.05}, turns=6), ARMS) == "badge"
    tried = [*history({"margin": 0.05}, turns=11), Turn("badge", 300, 1400, 2000)]
    assert chosen_arm(tried, ARMS) == "balanced_margin"


def test_gains_are_a_doublings_and_skip_labels_that_were_withdrawn() -> None:
    turns = [Turn("margin", 10, 50, 100), Turn("margin", 20, 60, 100), Turn("badge", 15, 10, 100)]
    found = gains_of(turns)
    assert found["margin"].mean == pytest.approx(0.1)
    assert "badge" not in found


def test_auto_asks_as_its_start_does_while_there_is_no_history() -> None:
    features = rng().normal(size=(80, 3))
    pool = Pool(np.arange(80), features, rng().dirichlet(np.ones(2), size=80), features[:30])
    auto, start = STRATEGIES.get("auto"), STRATEGIES.get("auto_start")
    assert auto.query(pool, 9, rng(3)).ids.tolist() == start.query(pool, 9, rng(3)).ids.tolist()


def test_auto_hands_over_to_the_proven_arm_and_says_so() -> None:
    features = rng().normal(size=(80, 3))
    pool = Pool(
        np.arange(80),
        features,
        rng().dirichlet(np.ones(2), size=80),
        features[:30],
        history=history({"margin": 0.01, "badge": 0.15}),
    )
    auto = STRATEGIES.get("auto")
    assert isinstance(auto, Auto)
    assert auto.query(pool, 9, rng()).strategy == "badge"


def test_candidates_keep_the_best_and_show_every_rank() -> None:
    utilities = rng(2).random(10_000)
    found = stratified(utilities, np.arange(10_000), 400, rng())
    best = np.argsort(-utilities)[:200]
    assert set(best.tolist()) <= set(found.rows.tolist())
    assert len(found.rows) == len(set(found.rows.tolist())) == 400
    assert np.quantile(utilities[found.rows], 0.3) < 0.7
    assert found.loss_of(utilities[best[:50]]) == 0.0
    assert found.loss_of(utilities[found.rows]) > 0.0


def test_a_pool_no_larger_than_asked_is_all_candidates() -> None:
    found = stratified(np.array([0.1, 0.9]), np.array([5, 6]), 10, rng())
    assert (found.rows.tolist(), found.left_out) == ([0, 1], 0.0)


@pytest.mark.parametrize("name", ["power_margin", "random"])
def test_what_is_drawn_by_lot_says_with_which_chance(name: str) -> None:
    sure = np.random.default_rng(2).uniform(0.5, 1.0, 40)
    pool = Pool(np.arange(40, dtype=np.int64), None, np.column_stack([sure, 1 - sure]))
    weights = np.ones(40) if name == "random" else 2 * (1 - sure)
    query = STRATEGIES.get(name).query(pool, 12, np.random.default_rng(4))
    assert query.draws is not None
    order = np.argsort(query.draws.places)
    assert query.draws.places[order].tolist() == list(range(1, 13))
    left = weights.sum()
    for task_id, chance in zip(query.ids[order], query.draws.chances[order], strict=True):
        assert chance == pytest.approx(weights[task_id] / left)
        left -= weights[task_id]
    assert STRATEGIES.get("margin").query(pool, 12, np.random.default_rng(4)).draws is None
