"""Intervals of ability cover the truth as often as they say."""

import numpy as np
import pytest

from annotators.ability import ability_on_truth, confusion_with_intervals


@pytest.mark.parametrize("n_answers", [20, 60, 200])
def test_95_percent_intervals_cover_the_truth_in_93_to_97_percent_of_runs(n_answers):
    rng = np.random.default_rng(n_answers)
    truths = rng.uniform(0.5, 0.98, 4000)
    found = [ability_on_truth(int(rng.binomial(n_answers, p)), n_answers) for p in truths]
    covered = np.mean([f.low <= p <= f.high for f, p in zip(found, truths, strict=True)])
    assert 0.93 <= covered <= 0.97


def test_confusion_cells_are_covered_as_often():
    rng = np.random.default_rng(5)
    covered = []
    for _ in range(600):
        rows = rng.dirichlet([6, 2, 2], 3)
        counts = np.asarray([rng.multinomial(60, row) for row in rows], dtype=float)
        _, low, high = confusion_with_intervals(counts)
        covered.append(((low <= rows) & (rows <= high)).mean())
    assert 0.93 <= np.mean(covered) <= 0.97


def test_nothing_is_decided_on_few_answers():
    assert not ability_on_truth(3, 4).is_decided
    assert ability_on_truth(180, 200).is_decided


def test_without_answers_everything_is_possible():
    found = ability_on_truth(0, 0)
    assert (found.low, found.high) == (0, 1)


def test_more_right_answers_than_answers_are_refused():
    with pytest.raises(ValueError, match="5 right of 4"):
        ability_on_truth(5, 4)


def test_a_person_without_answers_is_taken_for_one_of_the_crowd():
    crowd = np.asarray([[0.9, 0.1], [0.3, 0.7]])
    mean, *_ = confusion_with_intervals(np.zeros((2, 2)), crowd=crowd)
    assert mean == pytest.approx(crowd)
