"""Limits on unseen errors against enumeration and against Clopper & Pearson."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import beta

from active_learning.acceptance import error_p_values, most_errors


def _by_enumeration(wrong: int, sample: int, rest: int, allowed: int) -> float:
    """The chance of at most `wrong` errors in the sample with one error too many in the rest."""
    bad = range(wrong + allowed + 1)
    draws = list(combinations(range(sample + rest), sample))
    return sum(len(set(draw) & set(bad)) <= wrong for draw in draws) / len(draws)


@pytest.mark.parametrize(
    ("wrong", "sample", "rest", "allowed"), [(0, 3, 4, 0), (1, 4, 5, 1), (0, 2, 6, 2), (2, 5, 4, 1)]
)
def test_p_values_are_what_counting_every_sample_gives(
    wrong: int, sample: int, rest: int, allowed: int
) -> None:
    (found,) = error_p_values([wrong], [sample], [rest], [allowed])
    assert found == pytest.approx(_by_enumeration(wrong, sample, rest, allowed))


@pytest.mark.parametrize(("wrong", "sample"), [(0, 299), (3, 900), (10, 400)])
def test_an_endless_rest_gives_clopper_and_pearson(wrong: int, sample: int) -> None:
    rest = 10_000_000
    (most,) = most_errors([wrong], [sample], [rest], 0.05)
    assert most / rest == pytest.approx(beta.ppf(0.95, wrong + 1, sample - wrong), rel=1e-3)


def test_three_hundred_right_labels_are_just_enough_for_one_percent() -> None:
    # (1 - 0.01)^n <= 0.05 from n = 299 on.
    sizes = np.array([298, 299])
    p = error_p_values([0, 0], sizes, np.full(2, 10_000_000), np.full(2, 100_000))
    assert p[0] > 0.05 >= p[1]


def test_a_rest_that_cannot_hold_so_many_errors_needs_no_sample() -> None:
    assert error_p_values([0, 0], [0, 5], [3, 3], [3, 4]).tolist() == [0.0, 0.0]


def test_no_sample_says_nothing() -> None:
    assert error_p_values([0], [0], [10], [2]).tolist() == [1.0]
    assert most_errors([0], [0], [10], 0.05).tolist() == [10]


def test_the_limit_is_the_first_number_that_is_refuted() -> None:
    (most,) = most_errors([1], [50], [200], 0.1)
    p = error_p_values([1, 1], [50, 50], [200, 200], [most, most - 1])
    assert p[0] <= 0.1 < p[1]


def test_no_level_refutes_nothing() -> None:
    assert most_errors([0], [50], [200], 0.0).tolist() == [200]


def test_the_limit_fails_no_more_often_than_its_level_whatever_the_truth() -> None:
    rng = np.random.default_rng(0)
    sample, rest, runs = 40, 160, 4000
    for bad in (1, 5, 10, 20, 60, 120):
        wrong = rng.hypergeometric(bad, sample + rest - bad, sample, runs)
        most = most_errors(wrong, np.full(runs, sample), np.full(runs, rest), 0.1)
        assert (bad - wrong > most).mean() <= 0.1 + 3 * np.sqrt(0.09 / runs)
