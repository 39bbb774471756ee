"""Letters of the federated demo: all different, in each shop's own mix."""

from collections import Counter

import numpy as np
import pytest

from labeling.config.demo.shops import MIXES, letters_to


@pytest.mark.parametrize("shop", MIXES)
def test_letters_are_different_and_in_the_mix_of_the_shop(shop: str) -> None:
    letters = list(letters_to(shop, 240, np.random.default_rng(1)))
    assert len({one.text for one in letters}) == 240
    counts = Counter(one.topic for one in letters)
    assert counts.most_common(1)[0][0] == max(MIXES[shop], key=lambda topic: MIXES[shop][topic])
    assert not any("{" in one.text for one in letters)


def test_no_two_shops_get_the_same_mix() -> None:
    assert len({tuple(mix.values()) for mix in MIXES.values()}) == len(MIXES)
