"""Audits of what was accepted: false alarms are rare at any time, breaches are found."""

import numpy as np
import pytest

from active_learning.acceptance import Verdict, audit_evidence, audit_upper, judge_audits

N, ALPHA, DELTA, RUNS = 2000, 0.05, 0.1, 400
CHANCE = 3 * np.sqrt(DELTA * (1 - DELTA) / RUNS)


def _audits(bad: int, audited: int, seed: int) -> np.ndarray:
    """Draw audits without replacement from N tasks of which `bad` are wrong."""
    return np.random.default_rng(seed).permutation(np.arange(N) < bad)[:audited]


@pytest.mark.parametrize("share", [0.01, 0.04, ALPHA])
def test_an_acceptance_within_its_bound_is_seldom_ever_withdrawn(share: float) -> None:
    ended = [
        judge_audits(_audits(int(share * N), 1000, seed), population=N, alpha=ALPHA, delta=DELTA)
        for seed in range(RUNS)
    ]
    assert np.mean([verdict == Verdict.WITHDRAW for verdict in ended]) <= DELTA + CHANCE


def test_four_times_the_errors_are_found_within_a_hundred_audits() -> None:
    ended = [
        judge_audits(_audits(4 * int(ALPHA * N), 100, seed), population=N, alpha=ALPHA, delta=DELTA)
        for seed in range(100)
    ]
    assert np.mean([verdict == Verdict.WITHDRAW for verdict in ended]) > 0.9


def test_suspicion_comes_before_the_withdrawal() -> None:
    flags = [False] * 20 + [True] * 8
    verdicts = [
        judge_audits(flags[:n], population=N, alpha=ALPHA, delta=0.01)
        for n in range(len(flags) + 1)
    ]
    first = {verdict: verdicts.index(verdict) for verdict in verdicts}
    assert first[Verdict.SOUND] < first[Verdict.WIDEN] < first[Verdict.WITHDRAW]


def test_a_withdrawal_is_not_talked_away_by_later_right_answers() -> None:
    flags = [True] * 8 + [False] * 500
    assert judge_audits(flags, population=N, alpha=ALPHA, delta=DELTA) == Verdict.WITHDRAW


def test_no_audits_are_no_evidence() -> None:
    assert len(audit_evidence([], population=N, errors=100)) == 0
    assert judge_audits([], population=N, alpha=ALPHA, delta=DELTA) == Verdict.SOUND
    assert audit_upper([], population=N, delta=DELTA) == 1.0


def test_more_errors_than_the_bound_allows_in_all_are_proof() -> None:
    # One error in a population of ten is more than 5 % of it.
    assert judge_audits([True], population=10, alpha=0.05, delta=0.01) == Verdict.WITHDRAW


@pytest.mark.parametrize("share", [0.01, 0.05, 0.2])
def test_the_running_limit_holds_at_all_times(share: float) -> None:
    bad = int(share * N)
    missed = []
    for seed in range(100):
        flags = _audits(bad, 300, seed)
        limits = [audit_upper(flags[:n], population=N, delta=DELTA) for n in (20, 80, 300)]
        missed.append(any(limit < share for limit in limits))
    assert np.mean(missed) <= DELTA + 3 * np.sqrt(DELTA * (1 - DELTA) / 100)


def test_the_running_limit_falls_as_right_answers_come() -> None:
    limits = [audit_upper([False] * n, population=N, delta=0.05) for n in (10, 100, 500)]
    assert limits == sorted(limits, reverse=True)
    assert limits[2] < 0.012


def test_seeing_everything_leaves_no_doubt() -> None:
    assert audit_upper([False] * 40, population=40, delta=0.05) < 0.03
