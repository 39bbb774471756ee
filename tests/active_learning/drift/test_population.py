"""Drift: what is the same stays silent, what is new is heard, however few numbers are kept."""

import numpy as np
import pytest

from active_learning.drift import compare, describe


def unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def topics(rng: np.random.Generator, centres: np.ndarray, count: int) -> np.ndarray:
    """Texts of several topics, as embeddings lie: unit vectors around some centres."""
    return unit(centres[rng.integers(len(centres), size=count)]
                + 0.7 * rng.standard_normal((count, centres.shape[1])) / 8)  # fmt: skip


@pytest.fixture
def centres() -> np.ndarray:
    return unit(np.random.default_rng(0).standard_normal((12, 64)))


def test_more_of_the_same_is_no_drift(centres: np.ndarray) -> None:
    alarms = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        seen = describe(topics(rng, centres[:8], 1000))
        assert seen is not None
        shift = compare(seen, topics(rng, centres[:8], 60))
        assert shift is not None
        alarms += shift.is_real
    assert alarms == 0


@pytest.mark.parametrize("count", [60, 2000])
def test_new_topics_are_drift(centres: np.ndarray, count: int) -> None:
    for seed in range(10):
        rng = np.random.default_rng(seed)
        seen = describe(topics(rng, centres[:8], 1000))
        assert seen is not None
        shift = compare(seen, topics(rng, centres[8:], count))
        assert shift is not None
        assert shift.is_real


def test_a_fifth_of_new_topics_among_many_is_drift(centres: np.ndarray) -> None:
    rng = np.random.default_rng(3)
    seen = describe(topics(rng, centres[:8], 3000))
    assert seen is not None
    mixed = np.vstack([topics(rng, centres[:8], 800), topics(rng, centres[8:], 200)])
    shift = compare(seen, mixed)
    assert shift is not None
    assert shift.is_real


def test_the_discrepancy_is_that_of_the_kernel(centres: np.ndarray) -> None:
    """Against the unbiased estimate with the exact Gaussian kernel (Gretton et al., eq. 3)."""
    rng = np.random.default_rng(5)
    one, other = topics(rng, centres[:8], 600), topics(rng, centres[6:], 400)
    seen = describe(one)
    assert seen is not None

    def mean_kernel(a: np.ndarray, b: np.ndarray, *, same: bool = False) -> float:
        apart = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
        values = np.exp(-apart / (2 * seen.width**2))
        return float((values.sum() - len(a)) / (len(a) * (len(a) - 1)) if same else values.mean())

    exact = (mean_kernel(one, one, same=True) + mean_kernel(other, other, same=True)
             - 2 * mean_kernel(one, other))  # fmt: skip
    shift = compare(seen, other)
    assert shift is not None
    assert shift.discrepancy == pytest.approx(exact, rel=0.15)


def test_few_tasks_broken_ones_and_equal_ones_say_nothing(centres: np.ndarray) -> None:
    rng = np.random.default_rng(1)
    seen = describe(topics(rng, centres, 100))
    assert seen is not None
    assert compare(seen, topics(rng, centres, 5)) is None
    assert compare(seen, np.full((50, 64), np.nan)) is None
    assert describe(np.ones((40, 64))) is None
    assert describe(np.empty((0, 64))) is None
