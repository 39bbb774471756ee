"""Words that sum without wrapping, and how many steps that leaves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from federated.privacy.secure_sum import Ring


@given(st.integers(1, 12), st.sampled_from([8, 16, 32]), st.integers(0, 2**32 - 1))
def test_the_largest_and_smallest_values_of_all_sites_never_wrap(
    parties: int, width: int, seed: int
) -> None:
    ring, rng = Ring(width, 1.5, parties), np.random.default_rng(seed)
    given_values = rng.choice([-9.0, -1.5, 0.0, 1.5, 9.0], size=(parties, 20))
    words = np.zeros(20, ring.dtype)
    for row in given_values:
        words = words + ring.encode(row, rng)
    wanted = np.clip(given_values, -1.5, 1.5).sum(axis=0)
    assert np.abs(ring.decode(words, parties) - wanted).max() <= parties * ring.step + 1e-9


def test_rounding_is_unbiased() -> None:
    ring, rng = Ring(8, 1.0, 3), np.random.default_rng(1)
    words = ring.encode(np.full(200_000, 0.3), rng)
    found = ring.decode(words.astype(np.uint64), 1).mean()
    assert abs(found - 0.3) < 5 * ring.step / np.sqrt(12 * 200_000) * 2


def test_the_narrowest_ring_widens_with_the_number_of_sites() -> None:
    widths = [Ring.narrowest(clip=1.0, parties=count).width for count in (3, 15, 16, 4_000, 4_100)]
    assert widths == [8, 8, 16, 16, 32]


def test_nan_is_refused() -> None:
    with pytest.raises(ValueError, match="NaN or infinite"):
        Ring(8, 1.0, 3).encode(np.array([0.0, np.nan]), np.random.default_rng(0))


def test_too_many_sites_for_the_width_are_refused() -> None:
    with pytest.raises(ValueError, match="take wider words"):
        Ring(8, 1.0, 40)
