"""The cache forgets what was not used for longest."""

import pytest

from active_learning.keeping import Lru, OverBudget


def test_the_least_recently_used_entry_goes_first() -> None:
    cache: Lru[str, int] = Lru(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert cache.get("b") is None
    assert (cache.get("a"), cache.get("c"), len(cache)) == (1, 3, 2)


def test_a_cache_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="room"):
        Lru(0)


def test_models_are_kept_by_their_bytes() -> None:
    store: Lru[str, int] = Lru(100)
    store.put("a", 1, cost=60)
    store.put("b", 2, cost=30)
    assert store.get("a") == 1
    store.put("c", 3, cost=40)
    assert store.get("b") is None
    assert (store.get("a"), store.get("c"), store.spent, store.evicted) == (1, 3, 100, 1)
    store.put("a", 4, cost=10)
    assert (store.get("a"), store.spent) == (4, 50)


def test_what_fits_into_no_budget_is_refused_and_nothing_forgotten() -> None:
    store: Lru[str, int] = Lru(100)
    store.put("a", 1, cost=60)
    with pytest.raises(OverBudget, match="101 of 100"):
        store.put("b", 2, cost=101)
    assert store.get("a") == 1
