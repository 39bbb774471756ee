"""Counting by sureness: bins and thresholds agree on every score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from active_learning.acceptance import BINS, Tallies, bin_edges, bin_of


@given(st.floats(0.0, 1.0), st.integers(0, BINS - 1))
def test_a_bin_is_reached_exactly_where_its_threshold_is(score: float, place: int) -> None:
    assert (bin_of([score])[0] >= place) == (score >= bin_edges()[place])


def test_bins_run_from_no_idea_to_sure() -> None:
    assert bin_of([0.0, 0.5, 0.9, 1.0]).tolist() == [0, 60, 199, BINS - 1]
    assert (np.diff(bin_edges()) > 0).all()


def test_counts_from_a_bin_up_hold_all_above() -> None:
    z = np.array([0, 0, 1])
    tallies = Tallies.count(
        (np.array([0.5, 0.9, 0.9]), z, [True, False, True]),
        ([0.99], [0]),
        ([0.3, 0.95], [1, 1]),
        groups=2,
    )
    tops = tallies.at_least()
    assert tops.sample[:, 0].tolist() == [2, 1]
    assert tops.wrong[:, 0].tolist() == [1, 1]
    at = bin_of([0.9])[0]
    assert tops.sample[:, at].tolist() == [1, 1]
    assert tops.wrong[:, at].tolist() == [0, 1]
    assert tops.gone[:, at].tolist() == [1, 0]
    assert tops.open[:, at].tolist() == [0, 1]
    assert tallies.merged().at_least().sample[:, 0].tolist() == [3]


def test_scores_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="NaN"):
        bin_of([0.5, float("nan")])
