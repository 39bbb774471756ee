"""Votes are added up less where known truths show that people err together."""

import numpy as np

from annotators.assignment import evidence_temper, vote_evidence, vote_posterior
from annotators.assignment.tempering import LEAST_TEMPER

EVEN = np.full(2, 0.5)


def crowd(rng, share_misleading, n_tasks=300, skill=0.8):
    """Three people a task; on misleading ones each takes the other class as readily."""
    truth = rng.integers(0, 2, n_tasks)
    misleading = rng.random(n_tasks) < share_misleading
    evidence = []
    for right, misled in zip(truth, misleading, strict=True):
        chance = 1 - skill if misled else skill
        said = [int(right if rng.random() < chance else 1 - right) for _ in range(3)]
        evidence.append(vote_evidence(2, [(value, np.full(2, skill)) for value in said]))
    return np.stack(evidence), truth


def test_errors_on_their_own_are_added_up_in_full():
    evidence, truth = crowd(np.random.default_rng(1), 0.0)
    assert evidence_temper(evidence, EVEN, truth) > 0.7


def test_common_errors_lower_what_agreement_is_worth():
    evidence, truth = crowd(np.random.default_rng(2), 0.25)
    temper = evidence_temper(evidence, EVEN, truth)
    assert LEAST_TEMPER < temper < 0.6
    votes = [(0, np.full(2, 0.8))] * 3
    right = (np.abs(evidence[:, 0] - evidence[:, 1]) > 3) & (evidence.argmax(1) == truth)
    agreed = np.abs(evidence[:, 0] - evidence[:, 1]) > 3
    told = vote_posterior(EVEN, votes, temper=temper)[0]
    assert abs(told - right.sum() / agreed.sum()) < abs(0.985 - right.sum() / agreed.sum())


def test_without_known_truths_nothing_is_changed():
    assert evidence_temper(np.zeros((0, 2)), EVEN, np.zeros(0, dtype=np.int64)) == 1.0
