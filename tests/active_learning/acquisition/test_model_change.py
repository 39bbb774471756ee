"""Utilities by what a label would change."""

import numpy as np
import pytest

from active_learning.acquisition import (
    DistributionError,
    expected_error_reduction,
    expected_gradient_length,
)
from active_learning.acquisition.entropy import entropy


def test_gradient_length_is_the_expected_norm_of_the_heads_gradient() -> None:
    p, x = np.array([0.7, 0.2, 0.1]), np.array([1.0, -2.0])
    by_hand = sum(
        p[k] * np.linalg.norm(np.outer(p - np.eye(3)[k], np.append(x, 1.0))) for k in range(3)
    )
    assert expected_gradient_length([p], [x]) == pytest.approx([by_hand])


def test_a_certain_task_has_no_gradient_and_a_long_vector_a_longer_one() -> None:
    found = expected_gradient_length([[1.0, 0.0], [0.5, 0.5], [0.5, 0.5]], [[3.0], [1.0], [2.0]])
    assert found[0] == pytest.approx(0.0)
    assert found[2] > found[1]


def test_features_that_do_not_fit_or_are_infinite_are_refused() -> None:
    with pytest.raises(DistributionError, match="1 rows of features for 2"):
        expected_gradient_length([[0.5, 0.5]] * 2, [[1.0]])
    with pytest.raises(DistributionError, match="row 1 of features"):
        expected_gradient_length([[0.5, 0.5]] * 2, [[1.0], [np.inf]])


def test_the_label_that_settles_the_rest_reduces_the_error_most() -> None:
    now = np.array([[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]])

    def refit(row: int, k: int) -> np.ndarray:
        if row != 1:
            return now
        settled = np.zeros((3, 2))
        settled[:, k] = 1.0
        return settled

    found = expected_error_reduction(now, refit)
    assert found == pytest.approx([0.0, float(entropy(now).mean()), 0.0])


def test_error_reduction_weighs_only_the_candidates_and_refuses_thousands_of_fits() -> None:
    now = np.full((4, 2), 0.5)
    assert len(expected_error_reduction(now, lambda row, k: now, candidates=np.array([2]))) == 1
    with pytest.raises(ValueError, match="pass fewer candidates"):
        expected_error_reduction(np.full((20_000, 2), 0.5), lambda row, k: now)
