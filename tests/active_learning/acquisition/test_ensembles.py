"""Utilities over several models, against hand-worked cases."""

import numpy as np
import pytest

from active_learning.acquisition import (
    ENSEMBLE_ACQUISITIONS,
    DistributionError,
    bald,
    entropy,
    variation_ratio,
)

SURE_BUT_DIVIDED = [[[1.0, 0.0]], [[0.0, 1.0]]]
ALIKE_IN_DOUBT = [[[0.5, 0.5]], [[0.5, 0.5]]]


def test_bald_is_one_where_sure_members_disagree_and_zero_where_all_doubt() -> None:
    assert bald(SURE_BUT_DIVIDED) == pytest.approx([1.0])
    assert bald(ALIKE_IN_DOUBT) == pytest.approx([0.0])


def test_bald_is_the_entropy_of_the_mean_less_the_mean_entropy() -> None:
    ensemble = np.random.default_rng(0).dirichlet(np.ones(4), size=(5, 30))
    expected = entropy(ensemble.mean(axis=0)) - np.mean([entropy(m) for m in ensemble], axis=0)
    assert bald(ensemble) == pytest.approx(expected)


def test_variation_ratio_counts_votes_against_the_majority() -> None:
    ensemble = [[[0.9, 0.1]], [[0.6, 0.4]], [[0.2, 0.8]], [[0.7, 0.3]]]
    assert variation_ratio(ensemble) == pytest.approx([0.25])


@pytest.mark.parametrize("name", list(ENSEMBLE_ACQUISITIONS))
def test_values_do_not_depend_on_the_blocks(name: str) -> None:
    ensemble = np.random.default_rng(1).dirichlet(np.ones(3), size=(2, 5_000))
    acquisition = ENSEMBLE_ACQUISITIONS.get(name)
    assert acquisition(ensemble)[-7:] == pytest.approx(acquisition(ensemble[:, -7:]))


@pytest.mark.parametrize("name", list(ENSEMBLE_ACQUISITIONS))
def test_a_bad_member_and_its_row_are_named(name: str) -> None:
    ensemble = np.full((3, 4, 2), 0.5)
    ensemble[1, 2, 0] = np.nan
    with pytest.raises(DistributionError, match="member 1, row 2"):
        ENSEMBLE_ACQUISITIONS.get(name)(ensemble)


@pytest.mark.parametrize("shape", [(4, 2), (0, 4, 2), (2, 4, 0)])
def test_what_is_no_ensemble_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(DistributionError, match="ensemble"):
        bald(np.ones(shape))


@pytest.mark.parametrize("name", list(ENSEMBLE_ACQUISITIONS))
def test_an_empty_pool_and_one_class_are_no_special_cases(name: str) -> None:
    acquisition = ENSEMBLE_ACQUISITIONS.get(name)
    assert len(acquisition(np.empty((2, 0, 3)))) == 0
    assert acquisition(np.ones((2, 3, 1))) == pytest.approx([0.0, 0.0, 0.0])
