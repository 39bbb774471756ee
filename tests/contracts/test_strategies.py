"""What every query strategy must do, whatever it chooses by."""

from dataclasses import replace

import numpy as np
import pytest

from active_learning.acquisition import DistributionError
from active_learning.strategies import STRATEGIES, Pool, Strategy

NAMES = list(STRATEGIES)


def pool_of(size: int, *, classes: int = 3, labelled: int = 30, seed: int = 0) -> Pool:
    rng = np.random.default_rng(seed)
    return Pool(
        ids=np.arange(1000, 1000 + size, dtype=np.int64),
        features=rng.normal(size=(size, 5)),
        probabilities=rng.dirichlet(np.ones(classes), size=size),
        labelled_features=rng.normal(size=(labelled, 5)),
        ensemble=rng.dirichlet(np.ones(classes), size=(3, size)),
        class_counts=rng.integers(1, 20, size=classes),
    )


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.fixture(params=NAMES)
def strategy(request: pytest.FixtureRequest) -> Strategy:
    return STRATEGIES.get(request.param)


def test_chooses_distinct_ids_of_the_pool_and_no_more_than_asked(strategy: Strategy) -> None:
    pool = pool_of(200)
    query = strategy.query(pool, 25, rng())
    assert len(query) == 25
    assert len(set(query.ids.tolist())) == 25
    assert set(query.ids.tolist()) <= set(pool.ids.tolist())


def test_tells_a_reason_and_a_finite_utility_for_every_pick(strategy: Strategy) -> None:
    query = strategy.query(pool_of(60), 10, rng())
    assert len(query.reasons) == len(query.utilities) == 10
    assert all(reason["code"] for reason in query.reasons)
    assert np.isfinite(query.utilities).all()


def test_utilities_fall_along_the_query(strategy: Strategy) -> None:
    query = strategy.query(pool_of(150), 10, rng())
    assert (np.diff(query.utilities) <= 1e-12).all()


def test_same_seed_gives_the_same_query(strategy: Strategy) -> None:
    pool = pool_of(100)
    assert (
        strategy.query(pool, 20, rng(7)).ids.tolist()
        == strategy.query(pool, 20, rng(7)).ids.tolist()
    )


def test_the_order_of_the_rows_changes_nothing(strategy: Strategy) -> None:
    pool = pool_of(100)
    turned = Pool(
        ids=pool.ids[::-1].copy(),
        features=pool.features[::-1].copy(),
        probabilities=pool.probabilities[::-1].copy(),
        labelled_features=pool.labelled_features,
        ensemble=pool.ensemble[:, ::-1].copy(),
        class_counts=pool.class_counts,
    )
    assert (
        strategy.query(pool, 20, rng(7)).ids.tolist()
        == strategy.query(turned, 20, rng(7)).ids.tolist()
    )


def test_equal_tasks_are_chosen_without_repetition(strategy: Strategy) -> None:
    pool = Pool(
        ids=np.arange(40, dtype=np.int64),
        features=np.ones((40, 4)),
        probabilities=np.full((40, 2), 0.5),
        labelled_features=np.ones((25, 4)),
        ensemble=np.full((3, 40, 2), 0.5),
    )
    query = strategy.query(pool, 12, rng())
    assert len(set(query.ids.tolist())) == 12


def test_an_empty_pool_gives_an_empty_query_that_says_so(strategy: Strategy) -> None:
    query = strategy.query(pool_of(0), 50, rng())
    assert len(query) == 0
    assert query.note is not None
    assert query.note["code"] == "pool_exhausted"


def test_a_batch_larger_than_the_pool_gives_the_whole_pool_once(strategy: Strategy) -> None:
    """Case O43: a pool of 7, asked for 50."""
    pool = pool_of(7)
    query = strategy.query(pool, 50, rng())
    assert sorted(query.ids.tolist()) == pool.ids.tolist()
    assert query.note is not None
    assert query.note["params"] == {"asked": 50, "left": 7}


def test_one_known_class_gives_an_answer_without_nan(strategy: Strategy) -> None:
    """Case O42: every label so far is the same."""
    pool = pool_of(10, classes=1, labelled=25)
    query = strategy.query(pool, 4, rng())
    assert len(set(query.ids.tolist())) == 4
    assert np.isfinite(query.utilities).all()


def test_one_task_and_a_batch_of_none_are_no_special_cases(strategy: Strategy) -> None:
    assert len(strategy.query(pool_of(1), 1, rng())) == 1
    assert len(strategy.query(pool_of(5), 0, rng())) == 0


def test_a_negative_batch_is_refused(strategy: Strategy) -> None:
    with pytest.raises(ValueError, match="negative"):
        strategy.query(pool_of(5), -1, rng())


@pytest.mark.parametrize("bad", [np.nan, np.inf, -0.5, 1.5])
def test_probabilities_that_are_none_are_refused(strategy: Strategy, bad: float) -> None:
    if strategy.name in {"random", "typiclust", "k_center", "prob_cover"}:
        pytest.skip("does not read probabilities")
    pool = pool_of(10)
    pool.probabilities[3, 1] = bad
    pool.ensemble[0, 3, 1] = bad
    with pytest.raises(DistributionError, match="row 3"):
        strategy.query(pool, 2, rng())


def test_a_class_of_one_label_is_no_special_case(strategy: Strategy) -> None:
    pool = replace(pool_of(120), class_counts=np.array([400, 300, 1]))
    query = strategy.query(pool, 15, rng())
    assert len(set(query.ids.tolist())) == 15
    assert np.isfinite(query.utilities).all()


def test_a_pool_without_features_is_chosen_from_too(strategy: Strategy) -> None:
    pool = replace(pool_of(50), features=None, labelled_features=None)
    assert len(set(strategy.query(pool, 8, rng()).ids.tolist())) == 8


def test_it_says_truly_whether_it_needs_a_model(strategy: Strategy) -> None:
    pool = replace(pool_of(50), probabilities=None, ensemble=None, class_counts=None)
    if strategy.needs_model:
        with pytest.raises(ValueError, match="needs"):
            strategy.query(pool, 5, rng())
    else:
        assert len(strategy.query(pool, 5, rng())) == 5


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_features_that_are_not_finite_never_become_a_pool(bad: float) -> None:
    with pytest.raises(DistributionError, match="NaN or infinite"):
        Pool(ids=np.arange(2, dtype=np.int64), features=np.array([[0.0], [bad]]))


def test_a_repeated_id_never_becomes_a_pool() -> None:
    with pytest.raises(ValueError, match="twice"):
        Pool(ids=np.array([3, 3], dtype=np.int64))
