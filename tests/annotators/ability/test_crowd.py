"""Truths and abilities drawn together: intervals that doubt about the truth has widened."""

import numpy as np
import pytest

from annotators.ability import UNKNOWN, draw_crowd
from annotators.agreement import Votes
from tests.annotators.ability.worlds import simulated


@pytest.mark.parametrize("gold_share", [0.0, 0.2])
def test_intervals_cover_true_accuracies_about_as_often_as_they_say(gold_share):
    rng = np.random.default_rng(11)
    covered: list[bool] = []
    for _ in range(5):
        world = simulated(rng, n_who=20, n_tasks=200, n_values=3, opinions=3)
        known = np.where(rng.random(200) < gold_share, world.truth, UNKNOWN)
        drawn = draw_crowd(world.votes, rng, known=known)
        low, high = np.quantile(drawn.accuracy, [0.025, 0.975], axis=0)
        covered += ((low <= world.accuracy) & (world.accuracy <= high)).tolist()
    # A hundred people: the band is that of the benchmark, widened by its own chance.
    assert 0.88 <= np.mean(covered) <= 0.99


def test_known_truths_are_held():
    votes = Votes.from_rows([(task, who, "a") for task in range(6) for who in "xyz"], "ab")
    known = np.array([1, 0, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN])
    truth = draw_crowd(votes, np.random.default_rng(1), known=known, n_draws=50).truth
    assert truth[0].tolist() == [0.0, 1.0]
    assert truth[1].tolist() == [1.0, 0.0]


def test_who_answered_alone_is_known_only_as_a_stranger():
    votes = Votes.from_rows([(task, "x", "ab"[task % 2]) for task in range(60)], "ab")
    drawn = draw_crowd(votes, np.random.default_rng(2))
    low, high = np.quantile(drawn.accuracy[:, 0], [0.025, 0.975])
    assert high - low > 0.5


def test_answers_nobody_else_speaks_about_leave_a_person_as_known_as_before():
    rng = np.random.default_rng(4)
    gold = [(task, who, "ab"[(task + (task % 5 == 0)) % 2]) for task in range(20) for who in "xyz"]
    alone = [(task, "x", "ab"[task % 2]) for task in range(20, 200)]
    known = np.arange(20) % 2
    few = draw_crowd(Votes.from_rows(gold, "ab"), rng, known=known).accuracy[:, 0]
    held = np.concatenate([known, np.full(180, UNKNOWN)])
    many = draw_crowd(Votes.from_rows(gold + alone, "ab"), rng, known=held).accuracy[:, 0]
    assert many.std() == pytest.approx(few.std(), rel=0.3)


def test_an_adversary_is_seen_through():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 120)
    rows = [(task, who, int(value)) for task, value in enumerate(truth) for who in "abc"]
    rows += [(task, "d", int(1 - value)) for task, value in enumerate(truth)]
    votes = Votes.from_rows(rows, (0, 1))
    accuracy = draw_crowd(votes, rng, n_draws=100).accuracy.mean(0)
    assert accuracy[votes.annotators.index("d")] < 0.1
    assert accuracy[votes.annotators.index("a")] > 0.9
