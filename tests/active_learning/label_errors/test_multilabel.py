"""Marks that should not be there, and those that should."""

import numpy as np
import pytest

from active_learning.label_errors import doubt_of_rows, find_mark_errors


def made(rng, count=2000, classes=4):
    truth = rng.random((count, classes)) < 0.3
    probabilities = np.clip(np.where(truth, 0.85, 0.12) + rng.normal(0, 0.06, truth.shape), 0, 1)
    return probabilities, truth


def test_planted_errors_are_found_with_their_direction():
    rng = np.random.default_rng(2)
    probabilities, truth = made(rng)
    given = truth.copy()
    flipped = rng.random(truth.shape) < 0.05
    given[flipped] = ~given[flipped]
    errors = find_mark_errors(probabilities, given)
    hit = flipped[errors.rows, errors.classes]
    assert hit.mean() > 0.95
    assert hit.sum() / flipped.sum() > 0.75
    assert (errors.given == given[errors.rows, errors.classes]).all()


def test_a_mark_never_given_is_not_judged():
    probabilities, truth = made(np.random.default_rng(2))
    truth[:, 1] = False
    assert not (find_mark_errors(probabilities, truth).classes == 1).any()


def test_the_doubt_of_a_row_is_mostly_that_of_its_worst_mark():
    given = np.array([[True, False], [True, False]])
    doubt = doubt_of_rows(np.array([[0.9, 0.1], [0.1, 0.1]]), given)
    assert doubt[0] == pytest.approx(0.9)
    assert doubt[1] == pytest.approx(0.8 * 0.1 + 0.2 * 0.9)


def test_no_class_and_no_row_find_nothing():
    assert len(find_mark_errors(np.empty((0, 2)), np.empty((0, 2)))) == 0


def test_what_is_no_probability_is_refused():
    with pytest.raises(ValueError, match="finite"):
        find_mark_errors([[np.nan]], [[True]])
    with pytest.raises(ValueError, match="marks for"):
        find_mark_errors([[0.5]], [[True, False]])
