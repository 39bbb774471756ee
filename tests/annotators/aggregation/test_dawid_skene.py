"""Dawid-Skene recovers truths and error rates that a vote count cannot."""

import numpy as np
import pytest

from annotators.aggregation import dawid_skene, majority
from annotators.agreement import Votes


@pytest.fixture
def crowd():
    """Three careless annotators who all say 1 for 0 most of the time, two careful ones."""
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, 600)
    sees_zero = [0.25, 0.25, 0.25, 0.95, 0.95]
    sees_one = [0.95, 0.95, 0.95, 0.95, 0.95]
    rows = []
    for task, right in enumerate(truth):
        for who in range(5):
            chance = sees_zero[who] if right == 0 else sees_one[who]
            rows.append((task, who, int(right if rng.random() < chance else 1 - right)))
    return Votes.from_rows(rows, [0, 1]), truth, sees_zero


def test_it_overrules_a_biased_majority(crowd):
    votes, truth, _ = crowd
    counted = (majority(votes).value == truth).mean()
    inferred = (dawid_skene(votes).value == truth).mean()
    assert inferred > 0.95 > counted + 0.1


def test_it_recovers_the_confusion_matrices(crowd):
    votes, _, sees_zero = crowd
    confusion = dawid_skene(votes).confusion
    assert confusion[:, 0, 0] == pytest.approx(sees_zero, abs=0.08)
    assert confusion.sum(2) == pytest.approx(np.ones((5, 2)))


def test_it_stops_within_its_cap(crowd):
    votes, *_ = crowd
    assert dawid_skene(votes, max_iterations=3).n_iterations <= 3
