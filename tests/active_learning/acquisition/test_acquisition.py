"""Acquisition functions against hand-worked cases, each other and scikit-activeml."""

import numpy as np
import pytest

from active_learning.acquisition import (
    ACQUISITIONS,
    Band,
    DistributionError,
    checked_distribution,
    entropy,
    in_band,
    least_confidence,
    margin,
    multilabel_entropy,
    multilabel_margin,
    multilabel_top,
    seed_band,
)
from active_learning.acquisition.distributions import BLOCK_BYTES


def test_margin_is_one_minus_the_gap_of_the_two_best() -> None:
    assert margin([[0.7, 0.2, 0.1], [0.4, 0.4, 0.2]]) == pytest.approx([0.5, 1.0])


def test_least_confidence_is_one_minus_the_best() -> None:
    assert least_confidence([[0.7, 0.2, 0.1], [0.25, 0.75, 0.0]]) == pytest.approx([0.3, 0.25])


def test_entropy_is_one_for_uniform_and_zero_for_certain() -> None:
    assert entropy([[0.25] * 4, [1.0, 0.0, 0.0, 0.0]]) == pytest.approx([1.0, 0.0], abs=1e-9)


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("margin", "margin_sampling"),
        ("least_confidence", "least_confident"),
        ("entropy", "entropy"),
    ],
)
def test_order_agrees_with_scikit_activeml(name: str, method: str) -> None:
    from skactiveml.pool import uncertainty_scores

    probabilities = np.random.default_rng(3).dirichlet(np.ones(5), size=500)
    theirs = uncertainty_scores(probabilities, method=method)
    ours = ACQUISITIONS.get(name)(probabilities)
    assert np.argsort(ours).tolist() == np.argsort(theirs).tolist()


@pytest.mark.parametrize("name", list(ACQUISITIONS))
def test_values_do_not_depend_on_the_blocks(name: str) -> None:
    rows = np.random.default_rng(0).dirichlet(np.ones(3), size=BLOCK_BYTES // 24 + 5)
    acquisition = ACQUISITIONS.get(name)
    assert acquisition(rows)[-5:] == pytest.approx(acquisition(rows[-5:]))


@pytest.mark.parametrize("name", list(ACQUISITIONS))
def test_one_known_class_gives_finite_utilities(name: str) -> None:
    utilities = ACQUISITIONS.get(name)(np.ones((4, 1)))
    assert np.isfinite(utilities).all()


@pytest.mark.parametrize("name", list(ACQUISITIONS))
def test_the_input_is_left_as_it_was(name: str) -> None:
    rows = np.random.default_rng(0).dirichlet(np.ones(3), size=20)
    before = rows.copy()
    ACQUISITIONS.get(name)(rows)
    assert (rows == before).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -0.2, 1.2])
def test_bad_values_are_refused_with_their_row(bad: float) -> None:
    with pytest.raises(DistributionError, match="row 1"):
        checked_distribution([[0.5, 0.5], [bad, 0.5]])


@pytest.mark.parametrize("shape", [(3,), (3, 0), (2, 2, 2)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(DistributionError, match="shape"):
        checked_distribution(np.ones(shape))


def test_the_band_comes_first_then_margin_and_clear_ones_last() -> None:
    rows = [[0.95, 0.05], [0.55, 0.45], [0.7, 0.3], [0.6, 0.4], [0.5, 0.5]]
    assert np.argsort(-seed_band(rows)).tolist() == [4, 1, 3, 2, 0]


def test_the_band_outranks_a_smaller_margin_outside_it() -> None:
    inside, outside = seed_band([[0.5, 0.2, 0.2, 0.1], [0.3, 0.3, 0.2, 0.2]])
    assert inside > outside


def test_the_edges_belong_to_the_band_in_single_precision() -> None:
    top = np.array([0.4, 0.6, 0.39, 0.61], dtype=np.float32)
    assert in_band(top).tolist() == [True, True, False, False]


def test_the_band_can_be_tuned_and_is_checked() -> None:
    assert in_band([0.35], Band(0.3, 0.5)).tolist() == [True]
    with pytest.raises(ValueError, match="low <= high"):
        Band(0.6, 0.4)


def test_multilabel_looks_at_the_least_decided_label() -> None:
    rows = [[0.99, 0.01, 0.5], [0.9, 0.1, 0.0]]
    assert multilabel_margin(rows) == pytest.approx([1.0, 0.2])
    assert multilabel_top(rows) == pytest.approx([0.5, 0.9])


def test_multilabel_entropy_is_the_mean_in_bits() -> None:
    assert multilabel_entropy([[0.5, 1.0]]) == pytest.approx([0.5], abs=1e-6)
