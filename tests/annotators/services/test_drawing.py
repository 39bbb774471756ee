"""Drawing from a stream."""

import random
from collections import Counter

import pytest

from annotators.services.drawing import drawn_from


def test_every_id_is_as_likely_wherever_it_stands() -> None:
    rng = random.Random(5)
    met = Counter(one for _ in range(4000) for one in drawn_from(iter(range(20)), 5, rng))
    # Binomial(4000, 1/4): five standard deviations.
    assert all(abs(met[one] - 1000) < 5 * 27.4 for one in range(20))


@pytest.mark.parametrize(("length", "count"), [(0, 3), (2, 3), (3, 3), (9, 3)])
def test_as_many_as_there_are_and_none_twice(length: int, count: int) -> None:
    drawn = drawn_from(range(length), count, random.Random(1))
    assert len(drawn) == len(set(drawn)) == min(length, count)
