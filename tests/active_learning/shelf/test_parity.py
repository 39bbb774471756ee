"""A file stands for a version only if it answers as the version does."""

import numpy as np
import pytest

from active_learning.shelf.parity import LEAST_TESTED, MOST_DIFFERENCE, parity_of

ROWS = np.array([[0.9, 0.1], [0.2, 0.8], [0.55, 0.45]])


def test_the_same_numbers_pass_and_other_ones_do_not() -> None:
    near, far = ROWS + 0.5 * MOST_DIFFERENCE, ROWS + 2 * MOST_DIFFERENCE
    assert parity_of(ROWS, near, independent=False, exact=True).passed
    found = parity_of(ROWS, far, independent=False, exact=True)
    assert (found.passed, found.reason, found.agreement) == (False, "too_different", 1.0)


@pytest.mark.parametrize(("wrong", "passes"), [(1, True), (2, False)])
def test_rounding_may_cost_one_point_of_the_hold_out(wrong: int, passes: bool) -> None:
    mine = np.ones(100, bool)
    theirs = mine.copy()
    theirs[:wrong] = False
    found = parity_of(ROWS, ROWS, independent=False, exact=False, right=(mine, theirs))
    assert found.passed is passes
    assert found.lost == pytest.approx(wrong / 100)


def test_with_a_small_hold_out_nearly_all_answers_must_be_the_same() -> None:
    few = np.ones(LEAST_TESTED - 1, bool)
    turned = ROWS[:, ::-1]
    assert not parity_of(ROWS, turned, independent=False, exact=False, right=(few, few)).passed
    assert parity_of(ROWS, ROWS, independent=False, exact=False, right=(few, few)).passed


def test_numbers_that_are_none_never_pass() -> None:
    broken = ROWS.copy()
    broken[0, 0] = np.nan
    found = parity_of(ROWS, broken, independent=True, exact=False)
    assert (found.passed, found.reason) == (False, "not_finite")
