"""Noise of the stated size, and silence about a few."""

import math
from itertools import cycle

import numpy as np
import pytest

from federated.privacy.counts import band_of, noisy_counts


def test_the_noise_is_two_sided_geometric() -> None:
    rng = np.random.default_rng(1)
    found = noisy_counts(
        {str(key): 1_000 for key in range(20_000)}, epsilon=0.5, uniform=rng.random
    )
    noise = np.array([value - 1_000 for value in found.values() if value is not None])
    alpha = math.exp(-0.5)
    assert abs(noise.mean()) < 0.1
    assert noise.var() == pytest.approx(2 * alpha / (1 - alpha) ** 2, rel=0.05)


def test_a_few_are_told_as_nothing() -> None:
    no_noise = cycle([0.999_999]).__next__
    found = noisy_counts({"rare": 9, "common": 10}, epsilon=1.0, uniform=no_noise)
    assert found == {"rare": None, "common": 10}


def test_real_randomness_gives_another_answer_each_time() -> None:
    drawn = {noisy_counts({"a": 10_000}, epsilon=0.01)["a"] for _ in range(20)}
    assert len(drawn) > 10


def test_without_a_budget_nothing_is_told() -> None:
    with pytest.raises(ValueError, match="epsilon must be positive"):
        noisy_counts({"a": 1}, epsilon=0.0)


@pytest.mark.parametrize(
    ("count", "band"), [(0, (0, 10)), (9, (0, 10)), (10, (10, 50)), (10**6, (100_000, None))]
)
def test_counts_are_shown_in_bands(count: int, band: tuple[int, int | None]) -> None:
    assert band_of(count) == band
