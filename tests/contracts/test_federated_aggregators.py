"""What every aggregator of updates promises."""

import numpy as np
import pytest

from federated.aggregation import AGGREGATORS, Aggregator, BadUpdate, Updates
from federated.aggregation.adaptive import FedAdam

NAMES = list(AGGREGATORS)
ROBUST = ["median", "trimmed_mean", "krum"]


def made(name: str) -> Aggregator:
    return AGGREGATORS.get(name)()


def honest(sites: int = 6, size: int = 40, seed: int = 5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(0, 1, size) + rng.normal(0, 0.1, (sites, size))


def updates(deltas: np.ndarray, weights: np.ndarray | None = None) -> Updates:
    names = tuple(f"site{place}" for place in range(len(deltas)))
    return Updates(names, deltas, np.ones(len(deltas)) if weights is None else weights)


@pytest.mark.parametrize("name", NAMES)
def test_the_step_points_where_the_sites_point(name: str) -> None:
    rows = honest()
    step, mean = made(name).step(updates(rows)), rows.mean(axis=0)
    assert step.shape == mean.shape
    assert step @ mean / np.linalg.norm(step) / np.linalg.norm(mean) > 0.7


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_the_sites_does_not_matter(name: str) -> None:
    rows = honest()
    there, back = made(name).step(updates(rows)), made(name).step(updates(rows[::-1].copy()))
    assert np.allclose(there, back)


@pytest.mark.parametrize("name", NAMES)
def test_equal_updates_give_that_direction_and_no_nan(name: str) -> None:
    rows = np.tile(honest(1), (5, 1))
    step = made(name).step(updates(rows))
    assert np.isfinite(step).all()
    assert (np.sign(step) == np.sign(rows[0])).all()


@pytest.mark.parametrize("name", ROBUST)
@pytest.mark.parametrize("attack", ["scaled", "flipped"])
def test_one_hostile_site_among_six_hardly_moves_the_robust_ones(name: str, attack: str) -> None:
    rows = honest()
    clean = made(name).step(updates(rows[1:]))
    rows[0] *= 1e4 if attack == "scaled" else -5.0
    moved = np.linalg.norm(made(name).step(updates(rows)) - clean)
    plain = np.linalg.norm(made("fedavg").step(updates(rows)) - clean)
    assert moved < 0.15 * np.linalg.norm(clean)
    assert moved < 0.2 * plain


@pytest.mark.parametrize("name", NAMES)
def test_nan_is_refused_with_the_name_of_its_site(name: str) -> None:
    rows = honest()
    rows[3, 7] = np.nan
    with pytest.raises(BadUpdate, match="site3 holds NaN") as refused:
        made(name).step(updates(rows))
    assert refused.value.sites == ("site3",)


def test_another_shape_is_refused_with_the_name_of_its_site() -> None:
    rows = [("a", np.zeros(4), 1.0), ("b", np.zeros(5), 1.0)]
    with pytest.raises(BadUpdate, match=r"b has another shape than \(4,\)"):
        Updates.of(rows, size=4)


def test_sites_without_a_single_label_count_nothing_and_all_of_them_are_refused() -> None:
    rows = honest(3)
    step = made("fedavg").step(updates(rows, np.array([0.0, 2.0, 0.0])))
    assert np.allclose(step, rows[1])
    with pytest.raises(BadUpdate, match="no site has a label"):
        updates(rows, np.zeros(3))


def test_fedadam_goes_on_from_its_state() -> None:
    rows = [honest(seed=seed) for seed in range(4)]
    one, other, third = FedAdam(), FedAdam(), FedAdam()
    steps = [one.step(updates(row)) for row in rows]
    other.step(updates(rows[0]))
    other.step(updates(rows[1]))
    third.state = other.state
    assert np.allclose([third.step(updates(row)) for row in rows[2:]], steps[2:])
