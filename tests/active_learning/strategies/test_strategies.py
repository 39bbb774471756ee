"""What each strategy does beyond the contract."""

import numpy as np
import pytest

from active_learning.acquisition import margin
from active_learning.strategies import STRATEGIES, AutoStart, Pool, TopUtility, TypiClust


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def blobs(per: int, centres: list[tuple[float, float]]) -> np.ndarray:
    noise = np.random.default_rng(5)
    return np.vstack([noise.normal(centre, 0.1, size=(per, 2)) for centre in centres])


def test_typiclust_takes_one_task_from_every_cluster() -> None:
    features = blobs(30, [(0, 0), (10, 0), (0, 10), (10, 10)])
    query = TypiClust().query(Pool(np.arange(120, dtype=np.int64), features), 4, rng())
    assert sorted(query.ids // 30) == [0, 1, 2, 3]


def test_typiclust_avoids_outliers() -> None:
    features = np.vstack([blobs(40, [(0, 0)]), [[3.0, 3.0]]])
    query = TypiClust().query(Pool(np.arange(41, dtype=np.int64), features), 1, rng())
    assert np.linalg.norm(features[query.ids[0]]) < 0.1


def test_typiclust_prefers_what_nobody_labelled() -> None:
    features = blobs(30, [(0, 0), (10, 0)])
    pool = Pool(np.arange(60, dtype=np.int64), features, None, blobs(2, [(0, 0)]))
    query = TypiClust().query(pool, 1, rng())
    assert query.ids[0] >= 30
    assert query.reasons[0]["params"]["covered"] == 0


def test_typiclust_samples_a_large_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("active_learning.strategies.typiclust.MOST_POINTS", 50)
    features = blobs(100, [(0, 0), (10, 0)])
    query = TypiClust().query(Pool(np.arange(200, dtype=np.int64), features), 6, rng())
    assert len(set(query.ids.tolist())) == 6


def test_top_utility_breaks_ties_by_id() -> None:
    pool = Pool(np.array([9, 4, 7], dtype=np.int64), probabilities=np.full((3, 2), 0.5))
    query = TopUtility("margin", margin).query(pool, 2, rng())
    assert query.ids.tolist() == [4, 7]


def test_top_utility_names_the_fallback_with_one_class() -> None:
    pool = Pool(np.arange(5, 15, dtype=np.int64), probabilities=np.ones((10, 1)))
    query = TopUtility("margin", margin).query(pool, 4, rng())
    assert query.note == {"code": "one_class_fallback", "params": {"pool": 10}}
    assert {reason["code"] for reason in query.reasons} == {"one_class_fallback"}


def test_top_utility_without_a_model_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="typiclust"):
        TopUtility("margin", margin).query(Pool(np.arange(3, dtype=np.int64)), 1, rng())


@pytest.mark.parametrize(("labelled", "chosen_by"), [(5, "typiclust"), (25, "margin")])
def test_auto_start_turns_from_diversity_to_uncertainty(labelled: int, chosen_by: str) -> None:
    features = blobs(20, [(0, 0), (5, 5)])
    pool = Pool(
        np.arange(40, dtype=np.int64),
        features,
        np.random.default_rng(0).dirichlet(np.ones(2), size=40),
        features[:labelled],
    )
    assert STRATEGIES.get("auto_start").query(pool, 3, rng()).strategy == chosen_by


def test_auto_start_stays_cold_without_probabilities() -> None:
    features = blobs(20, [(0, 0), (5, 5)])
    pool = Pool(np.arange(40, dtype=np.int64), features, None, features)
    auto = AutoStart("auto_start", TopUtility("margin", margin))
    assert auto.query(pool, 3, rng()).strategy == "typiclust"


def test_diverse_choice_asks_once_about_each_group_of_near_duplicates() -> None:
    from active_learning.strategies.diverse_utility import DiverseUtility

    features = blobs(10, [(0, 0), (10, 0), (0, 10)])
    unsure = np.full((30, 2), 0.5)
    unsure[10:, 0], unsure[10:, 1] = 0.55, 0.45
    pool = Pool(np.arange(30, dtype=np.int64), features, unsure)
    diverse = DiverseUtility("margin", margin).query(pool, 3, rng())
    plain = TopUtility("margin", margin).query(pool, 3, rng())
    assert sorted(diverse.ids // 10) == [0, 1, 2]
    assert set(plain.ids // 10) == {0}


def test_diverse_choice_fills_a_long_query_with_the_best_of_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from active_learning.strategies.diverse_utility import DiverseUtility

    monkeypatch.setattr("active_learning.strategies.diverse_utility.MOST_CLUSTERS", 2)
    pool = Pool(
        np.arange(40, dtype=np.int64),
        blobs(20, [(0, 0), (9, 9)]),
        np.random.default_rng(0).dirichlet(np.ones(2), size=40),
    )
    query = DiverseUtility("margin", margin).query(pool, 12, rng())
    assert len(set(query.ids.tolist())) == 12
    assert (np.diff(query.utilities[2:]) <= 0).all()
