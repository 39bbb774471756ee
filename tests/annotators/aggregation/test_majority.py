"""Majority vote tells its ties."""

import pytest

from annotators.aggregation import majority
from annotators.agreement import Votes


def test_a_tie_is_flagged_and_takes_the_first_class():
    votes = Votes.from_rows([(1, "A", "dog"), (1, "B", "cat")], ["cat", "dog"])
    result = majority(votes)
    assert result.is_tie.tolist() == [True]
    assert votes.values[result.value[0]] == "cat"


def test_confidence_is_the_share_of_votes():
    result = majority(Votes.from_rows([(1, "A", "x"), (1, "B", "x"), (1, "C", "y")]))
    assert result.confidence[0] == pytest.approx(2 / 3)


def test_a_repeated_vote_counts_once():
    rows = [(1, "w1", "dog"), (1, "w1", "dog"), (1, "w2", "cat"), (1, "w3", "cat")]
    votes = Votes.from_rows(rows)
    assert votes.values[majority(votes).value[0]] == "cat"
