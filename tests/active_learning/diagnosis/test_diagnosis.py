"""Confusion, slices and pairs: worked by hand, and honest about chance."""

import numpy as np
import pytest

from active_learning.diagnosis import (
    by_class,
    confusion,
    facet_of,
    paired_difference,
    weak_slices,
)


def test_rows_are_the_truth_and_columns_what_was_said() -> None:
    counts = confusion(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 0]), 3)
    assert counts.tolist() == [[1, 1, 0], [0, 1, 0], [1, 0, 0]]


def test_a_class_that_was_never_tested_has_no_recall() -> None:
    records = by_class(confusion(np.array([0, 0, 1]), np.array([0, 1, 1]), 3))
    assert records[0].recall is not None
    assert (records[0].tested, records[0].recall.value) == (2, 0.5)
    assert records[1].precision is not None
    assert records[1].precision.value == 0.5
    assert (records[2].tested, records[2].recall, records[2].precision) == (0, None, None)


def test_few_names_are_slices_and_what_is_missing_is_in_none() -> None:
    facet = facet_of("source", ["mail", "phone", None, "mail", ["odd"]])
    assert facet is not None
    assert facet.values == ("mail", "phone")
    assert facet.place.tolist() == [0, 1, -1, 0, -1]


def test_numbers_fall_into_quarters_with_their_bounds() -> None:
    facet = facet_of("words", [*range(100), None, float("nan")])
    assert facet is not None
    assert len(facet.values) == 4
    assert facet.values[0][0] == 0.0
    assert facet.values[-1][1] == 99.0
    counts = np.bincount(facet.place[:100])
    assert counts.max() - counts.min() <= 1
    assert facet.place[100:].tolist() == [-1, -1]


@pytest.mark.parametrize(
    "values", [[], ["same"] * 9, [None] * 3, [f"id-{i}" for i in range(200)], [{}, [], {}]]
)
def test_what_cuts_nothing_or_everything_is_no_facet(values: list[object]) -> None:
    assert facet_of("any", values) is None


def test_a_weak_slice_is_found_and_small_ones_are_not_tried() -> None:
    kind = np.array(["good"] * 300 + ["bad"] * 60 + ["tiny"] * 5)
    right = np.array([True] * 290 + [False] * 10 + [True] * 20 + [False] * 40 + [False] * 5)
    facet = facet_of("kind", kind.tolist())
    assert facet is not None
    found, tried = weak_slices(right, [facet])
    assert tried == 2
    assert [one.value for one in found] == ["bad"]
    assert found[0].is_sure
    assert found[0].accuracy.value == pytest.approx(20 / 60)
    assert (kind[found[0].rows] == "bad").all()


def test_among_many_slices_of_pure_chance_none_is_called_surely_weak() -> None:
    broken = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        right = rng.random(600) < 0.85
        names = rng.integers(0, 20, size=600)
        facet = facet_of("chance", [f"s{n}" for n in names])
        assert facet is not None
        found, _ = weak_slices(right, [facet])
        broken += any(one.is_sure for one in found)
    assert broken <= 10


def test_without_tasks_there_is_nothing_to_say() -> None:
    assert weak_slices(np.zeros(0, dtype=bool), []) == ([], 0)
    assert paired_difference(np.zeros(0, dtype=bool), np.zeros(0, dtype=bool)) is None


def test_two_models_are_compared_on_the_same_tasks() -> None:
    first = np.array([True] * 80 + [False] * 20)
    second = np.array([True] * 95 + [False] * 5)
    paired = paired_difference(first, second)
    assert paired is not None
    assert (paired.both, paired.first_only, paired.second_only, paired.neither) == (80, 0, 15, 5)
    assert paired.difference == pytest.approx(0.15)
    assert 0.05 < paired.low < 0.15 < paired.high < 0.25


def test_the_interval_of_a_difference_covers_the_truth_nineteen_times_in_twenty() -> None:
    covered = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        both = rng.random(120)
        first, second = both < 0.75, (both < 0.70) | (both > 0.92)
        paired = paired_difference(first, second)
        assert paired is not None
        covered += paired.low <= 0.03 <= paired.high
    assert covered / 400 > 0.93
