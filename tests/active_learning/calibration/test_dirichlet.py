"""Dirichlet scaling mends what one temperature cannot: classes that are confused one-sidedly."""

import numpy as np
import pytest
from scipy.optimize import check_grad
from scipy.special import log_softmax, softmax

from active_learning.calibration import (
    DirichletMap,
    expected_calibration_error,
    fit_dirichlet,
    fit_temperature,
    probabilities_of,
)


def _skewed(n: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Logits that favour class 0, true classes, and their one-hot rows."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 2, (n, 3))
    truth = np.array([rng.choice(3, p=row) for row in softmax(logits, axis=1)])
    return 1.5 * logits + np.array([2.0, 0.0, 0.0]), truth, np.eye(3)[truth]


def _error(stated: np.ndarray, truth: np.ndarray) -> float:
    """The calibration error class by class, averaged: Kull's classwise error."""
    errors = [expected_calibration_error(stated[:, k], truth == k, adaptive=True) for k in range(3)]
    return float(np.mean(errors))


@pytest.mark.parametrize("is_diagonal", [True, False])
def test_it_mends_a_bias_that_a_temperature_leaves(is_diagonal: bool) -> None:
    logits, _, targets = _skewed(2000, 0)
    unseen, truth, _ = _skewed(4000, 1)
    temperature = fit_temperature(logits, targets)
    mapped = fit_dirichlet(softmax(logits, axis=1), targets, is_diagonal=is_diagonal)
    before = _error(softmax(unseen, axis=1), truth)
    by_temperature = _error(probabilities_of(unseen, temperature, independent=False), truth)
    after = _error(mapped(softmax(unseen, axis=1)), truth)
    assert after < by_temperature / 3 < before


def test_probabilities_that_are_right_already_stay() -> None:
    rng = np.random.default_rng(2)
    logits = rng.normal(0, 2, (4000, 3))
    truth = np.array([rng.choice(3, p=row) for row in softmax(logits, axis=1)])
    mapped = fit_dirichlet(softmax(logits, axis=1), np.eye(3)[truth])
    assert np.abs(mapped(softmax(logits, axis=1)) - softmax(logits, axis=1)).mean() < 0.02


def test_a_diagonal_map_mixes_no_classes() -> None:
    logits, _, targets = _skewed(300, 3)
    mapped = fit_dirichlet(softmax(logits, axis=1), targets, is_diagonal=True)
    assert np.count_nonzero(mapped.weights - np.diag(np.diag(mapped.weights))) == 0


@pytest.mark.parametrize("rows", [np.empty((0, 3)), np.ones((5, 1))])
def test_nothing_to_learn_from_changes_nothing(rows: np.ndarray) -> None:
    mapped = fit_dirichlet(rows, rows)
    assert np.array_equal(mapped.weights, DirichletMap.identity(rows.shape[1]).weights)


def test_a_class_without_rows_keeps_finite_probabilities() -> None:
    logits, truth, targets = _skewed(200, 4)
    kept = truth != 2
    mapped = fit_dirichlet(softmax(logits[kept], axis=1), targets[kept])
    stated = mapped(softmax(logits, axis=1))
    assert np.isfinite(stated).all()
    assert stated.sum(axis=1) == pytest.approx(1.0)


def test_the_fit_ends_where_the_loss_is_flat() -> None:
    logits, _, targets = _skewed(500, 5)
    probabilities = softmax(logits, axis=1)
    mapped = fit_dirichlet(probabilities, targets, off_diagonal=0.0, intercept=0.0)

    def loss(bias: np.ndarray) -> float:
        stated = log_softmax(np.log(probabilities) @ mapped.weights.T + bias, axis=1)
        return float(-(targets * stated).sum(axis=1).mean())

    assert check_grad(loss, lambda _: np.zeros(3), mapped.bias) < 1e-3


def test_nan_is_refused() -> None:
    with pytest.raises(ValueError, match="NaN"):
        fit_dirichlet(np.array([[np.nan, 1.0]]), np.array([[1.0, 0.0]]))
