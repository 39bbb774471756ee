"""How many labels are missing: checked against the certificate that they would give."""

import numpy as np

from active_learning.acceptance import Tallies, certify, labels_missing


def _tallies(sample: int, open_: int, wrong: int = 0) -> Tallies:
    z = np.zeros
    return Tallies.count(
        (np.full(sample, 0.99), z(sample, int), np.arange(sample) < wrong),
        ([], []),
        (np.full(open_, 0.99), z(open_, int)),
        groups=1,
    )


def test_so_many_more_right_labels_certify_and_one_fewer_do_not() -> None:
    missing = labels_missing(_tallies(50, 20_000), alpha=0.02, level=0.05)
    assert missing is not None
    for more, is_enough in ((missing, True), (missing - 1, False)):
        grown = _tallies(50 + more, 20_000 - more)
        assert bool(certify(grown, alpha=0.02, delta=0.05).chosen) == is_enough


def test_errors_so_far_ask_for_more() -> None:
    clean = labels_missing(_tallies(100, 20_000), alpha=0.02, level=0.05)
    stained = labels_missing(_tallies(100, 20_000, wrong=2), alpha=0.02, level=0.05)
    assert clean is not None
    assert stained is not None
    assert stained > clean + 50


def test_enough_labels_miss_none() -> None:
    assert labels_missing(_tallies(400, 20_000), alpha=0.02, level=0.05) == 0


def test_half_of_the_tasks_above_the_threshold_doubles_what_is_missing() -> None:
    rng = np.random.default_rng(0)
    score = np.where(rng.random(20_000) < 0.5, 0.99, 0.6)
    z = np.zeros(20_000, int)
    sample = (score[:200], z[:200], score[:200] < 0.7)
    half = Tallies.count(sample, ([], []), (score[200:], z[200:]), groups=1)
    missing = labels_missing(half, alpha=0.02, level=0.05)
    assert missing is not None
    assert 90 <= missing <= 140  # some 160 above the threshold are needed, about 100 are there


def test_nothing_to_accept_needs_no_labels() -> None:
    assert labels_missing(_tallies(10, 0), alpha=0.02, level=0.05) is None


def test_a_bound_that_allows_no_single_error_is_out_of_reach() -> None:
    # 1 % of 20 labels is none, and the last open task cannot be audited and accepted both.
    assert labels_missing(_tallies(0, 20), alpha=0.01, level=0.01) is None
