"""Pace, anchoring, patterns and stated confidence: told where sure, silent elsewhere."""

import numpy as np
import pytest

from annotators.agreement import Votes
from annotators.behaviour import (
    anchoring,
    constant,
    copying,
    hasty,
    pace,
    pace_by,
    size_of,
    stated_confidence,
    worked_seconds,
)


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def test_seconds_are_the_servers_and_breaks_are_left_out():
    at = [100, 110, 120, 5000, 5010]
    claimed = [8, 999, 1, 7, 0]
    assert worked_seconds(at, claimed).tolist() == [8, 10, 10, 7, 10]


def test_a_claim_that_is_itself_a_break_is_no_measure():
    assert np.isnan(worked_seconds([0.0, 5.0], [4000.0, 3.0])).tolist() == [True, False]


def test_answers_given_at_once_share_their_time():
    at = [0, 10, 40, 40.1, 40.2]
    assert worked_seconds(at, [5] * 5).tolist() == [5, 10, 10, 10, 10]


def test_the_pace_has_an_interval_and_needs_two_answers(rng):
    found = pace(rng.lognormal(np.log(12), 0.5, 200))
    assert found.low < 12 < found.high
    assert found.per_hour == pytest.approx(3600 / found.seconds)
    assert pace([3.0]) is None
    assert set(pace_by(np.ones(5), ["s", "s", "l", "m", "m"])) == {"s", "m"}
    assert [size_of(100, 0), size_of(100, 9), size_of(9000, 0)] == ["s", "m", "l"]


def test_following_wrong_suggestions_only_when_seen_is_anchoring(rng):
    shown = np.array([True] * 40 + [False] * 40)
    followed = np.array([True] * 30 + [False] * 10 + [True] * 6 + [False] * 34)
    found = anchoring(followed, shown, np.ones(80), rng)
    assert found.pull.low > 0.3
    same = anchoring(np.arange(80) % 2 == 0, shown, np.ones(80), rng)
    assert not same.pull.is_decided
    assert anchoring(followed[:40], shown[:40], np.ones(40), rng).pull is None


def test_one_who_clicks_through_is_hasty_and_a_brisk_one_is_not(rng):
    team = np.array([10.0, 11.0, 12.0, 9.0])
    assert hasty(rng.uniform(0.5, 2, 60), team).rate.low > 0.9
    assert hasty(rng.uniform(5, 9, 60), team) is None
    assert hasty(np.full(60, 0.5), team[:1]) is None


def crowd(rng, said_of):
    rows = []
    for task in range(150):
        truth = int(rng.integers(4))
        for who in range(4):
            right = rng.random() < 0.75
            said = truth if right else int((truth + rng.integers(1, 4)) % 4)
            rows.append((task, who, said_of(who, said, rows)))
    return Votes.from_rows(rows, range(4))


def test_always_the_same_answer_is_told_with_what_is_usual(rng):
    votes = crowd(rng, lambda who, said, rows: 2 if who == 3 else said)
    found = constant(votes, 3)
    assert (found.detail, found.rate.low > 0.9, found.usual < 0.4) == (2, True, True)
    assert constant(votes, 0) is None


def test_where_a_class_is_nearly_all_there_is_nobody_is_constant():
    votes = Votes.from_rows([(t, w, int(t % 25 == 0)) for t in range(100) for w in "ab"], (0, 1))
    assert constant(votes, 0) is None


def test_the_same_errors_are_copied_and_right_answers_prove_nothing(rng):
    votes = crowd(rng, lambda who, said, rows: rows[-1][2] if who == 1 else said)
    truth = votes.counts()
    assert copying(votes, truth, 1, range(4)).detail == 0
    assert copying(votes, truth, 2, range(4)) is None
    two = Votes.from_rows([(t, w, t % 2) for t in range(99) for w in "ab"], (0, 1))
    assert copying(two, two.counts(), 0, (1,)) is None


def test_who_is_surer_when_right_has_a_confidence_worth_something(rng):
    stated = [1] * 40 + [5] * 40
    found = stated_confidence(stated, [1] * 20 + [0] * 20 + [1] * 38 + [0] * 2, rng)
    assert [level.stated for level in found.levels] == [1.0, 5.0]
    assert found.worth.low > 0.2
    assert stated_confidence([3] * 5, [1] * 5, rng).levels == ()
