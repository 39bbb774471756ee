"""ROVER: every word by vote."""

from annotators.aggregation.kinds.transcripts import rover


def test_errors_of_single_people_are_outvoted():
    texts = ["the quick brown fox", "the quick brown box", "a quick brown fox"]
    assert rover(texts, [1, 1, 1]).text == "the quick brown fox"


def test_a_word_that_most_heard_is_added_and_one_that_few_heard_is_left_out():
    assert rover(["we went", "we all went", "we all went"], [1, 1, 1]).text == "we all went"
    assert rover(["we went", "we went", "we all went"], [1, 1, 1]).text == "we went"


def test_weight_counts_and_not_heads():
    assert rover(["yes", "no", "no"], [5, 1, 1]).text == "yes"


def test_agreement_is_certain_and_nothing_said_is_nothing():
    assert rover(["one two", "one two"], [1, 2]).confidence == 1
    assert rover(["", ""], [1, 1]).text == ""
