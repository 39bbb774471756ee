"""Sequences that several people tagged become one path."""

from itertools import pairwise

import numpy as np

from annotators.aggregation.kinds.sequences import fuse_sequences

FOLLOWS = np.array([[1, 1, 0], [1, 1, 1], [1, 1, 1]], dtype=bool)
BEGINS = np.array([1, 1, 0], dtype=bool)


def tagged(*people, lengths):
    """Each person's tags of all pieces in a row."""
    rows = [(at, who, tag) for who, tags in enumerate(people) for at, tag in enumerate(tags)]
    given = np.asarray(rows).T
    return fuse_sequences(np.asarray(lengths), (*given,), FOLLOWS, BEGINS, len(people))


def test_what_two_of_three_say_wins_and_nothing_goes_on_that_did_not_begin():
    found = tagged([0, 1, 2, 0, 0], [0, 1, 2, 0, 0], [0, 0, 1, 2, 0], lengths=[5])
    assert found.tag.tolist() == [0, 1, 2, 0, 0]


def test_a_path_never_goes_on_across_two_sequences():
    found = tagged([1, 2, 0, 1], [1, 2, 0, 1], lengths=[2, 2])
    assert found.tag.tolist() == [1, 2, 0, 1]
    assert found.posterior[2, 2] < 1e-6


def test_the_path_is_a_legal_one_even_where_nobody_gave_it():
    found = tagged([0, 1, 2, 1], [0, 0, 2, 0], [0, 0, 2, 0], lengths=[4])
    assert np.allclose(found.posterior.sum(1), 1)
    assert all(FOLLOWS[a, b] for a, b in pairwise(found.tag))


def test_who_tags_by_chance_is_seen_through():
    rng = np.random.default_rng(8)
    truth = np.tile([0, 1, 2, 0, 1], 60)
    noise = rng.integers(0, 2, len(truth))
    found = tagged(truth, truth, noise, lengths=[5] * 60)
    right = np.einsum("wkk->wk", found.confusion).mean(1)
    assert right[2] < 0.6 < 0.9 < right[0]
    assert (found.tag == truth).all()
