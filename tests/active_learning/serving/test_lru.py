"""The cache forgets what was not used for longest."""

import pytest

from active_learning.serving.lru import Lru


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
