"""Utilities of words, boxes, regions, segments, pairs and links, and of the tasks they make up."""

import numpy as np
import pytest

from active_learning.acquisition import (
    AGGREGATION_OF_KIND,
    AGGREGATIONS,
    DistributionError,
    aggregate,
    box_uncertainty,
    link_margins,
    localisation_uncertainty,
    pair_uncertainty,
    query_parts,
    region_entropy,
    segment_entropy,
    sequence_uncertainty,
    token_entropy,
)
from labeling.ontology.schema import LABEL_KINDS

PARTS = [0.9, 0.1, 0.5, 0.3, 0.2, 0.8]
LENGTHS = [4, 0, 2]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("relation", [0.9, 0.0, 0.8]),
        ("mask", [0.45, 0.0, 0.5]),
        ("span", [1.7 / 3, 0.0, 0.5]),
        ("box", [1.8 / 2, 0.0, 1.0 / np.sqrt(2)]),
        ("anything else", [1.7 / 3, 0.0, 0.5]),
    ],
)
def test_each_kind_has_its_way_from_parts_to_tasks(kind: str, expected: list[float]) -> None:
    assert aggregate(PARTS, LENGTHS, kind=kind) == pytest.approx(expected)


def test_aggregations_of_kinds_exist() -> None:
    assert set(AGGREGATION_OF_KIND.values()) <= set(AGGREGATIONS)
    assert set(AGGREGATION_OF_KIND) - {"segment", "relation"} <= set(LABEL_KINDS)


@pytest.mark.parametrize("name", list(AGGREGATIONS))
def test_no_tasks_and_empty_tasks_are_no_special_cases(name: str) -> None:
    nothing = AGGREGATIONS[name](np.empty(0), np.empty(0, dtype=np.int64))
    assert len(nothing) == 0
    assert AGGREGATIONS[name](np.empty(0), np.zeros(3, dtype=np.int64)).tolist() == [0, 0, 0]


def test_parts_that_are_not_finite_or_too_few_are_refused() -> None:
    with pytest.raises(DistributionError, match="part 1"):
        aggregate([0.1, np.nan], [2], kind="box")
    with pytest.raises(DistributionError, match="lengths sum to 3 for 2"):
        aggregate([0.1, 0.2], [3], kind="box")


def test_a_text_is_as_open_as_its_least_decided_words() -> None:
    words = [[1.0, 0.0]] * 20 + [[0.5, 0.5]] * 3 + [[1.0, 0.0]]
    assert token_entropy(words, [23, 1]) == pytest.approx([1.0, 0.0], abs=1e-9)


def test_sequence_uncertainty_does_not_grow_with_length() -> None:
    assert sequence_uncertainty([[0.8, 0.2]] * 12, [2, 10]) == pytest.approx([0.2, 0.2])
    assert sequence_uncertainty(np.empty((0, 2)), [0]) == pytest.approx([0.0])


def test_a_box_that_every_pass_puts_elsewhere_is_uncertain() -> None:
    first = [[0, 0, 2, 2], [5, 5, 1, 1]]
    moved = [[1, 0, 2, 2], [5, 5, 1, 1]]
    assert localisation_uncertainty([first, moved]) == pytest.approx([1 - 2 / 6, 0.0])


def test_class_and_place_count_by_their_share() -> None:
    boxes = [[[0, 0, 2, 2]], [[4, 4, 2, 2]]]
    assert box_uncertainty([[0.5, 0.5]]) == pytest.approx([1.0])
    assert box_uncertainty([[1.0, 0.0]], boxes) == pytest.approx([0.5])
    assert box_uncertainty([[1.0, 0.0]], boxes, share=0.2) == pytest.approx([0.2])


@pytest.mark.parametrize("bad", [[[0, 0, 1]], [[0, 0, -1, 1]], [[np.nan, 0, 1, 1]]])
def test_boxes_that_are_none_are_refused(bad: list) -> None:
    with pytest.raises(DistributionError):
        localisation_uncertainty([bad, bad])


def test_a_region_is_the_mean_of_its_points_and_the_rest_counts_nowhere() -> None:
    points = [[0.5, 0.5], [1.0, 0.0], [0.5, 0.5], [0.5, 0.5]]
    assert region_entropy(points, [0, 0, 2, -1]) == pytest.approx([0.5, 0.0, 1.0])
    with pytest.raises(DistributionError, match="2 places"):
        region_entropy(points, [0, 1])


def test_a_segment_is_the_mean_of_its_windows_even_a_very_short_one() -> None:
    windows = [[1.0, 0.0], [0.5, 0.5], [0.5, 0.5], [1.0, 0.0]]
    found = segment_entropy(windows, [0.0, 0.6, 1.9], [2.0, 0.7, 99.0], hop_s=0.5)
    assert found == pytest.approx([0.5, 1.0, 0.0], abs=1e-9)
    with pytest.raises(ValueError, match="hop_s"):
        segment_entropy(windows, [0.0], [1.0], hop_s=0.0)


def test_pairs_of_equal_strength_are_open_and_unknown_ones_more_than_known() -> None:
    assert pair_uncertainty([1.0, 1.0], [[0, 1]]) == pytest.approx([1.0])
    known = pair_uncertainty([3.0, 0.0], [[0, 1]])
    assert known < pair_uncertainty([3.0, 0.0], [[0, 1]], deviations=[2.0, 2.0])
    assert pair_uncertainty([0.3, 2.0], [[0, 1]]) == pytest.approx(
        pair_uncertainty([0.3, 2.0], [[1, 0]])
    )


def test_a_mark_with_one_candidate_is_certain() -> None:
    found = link_margins([[0.0, 0.0, -np.inf], [5.0, -np.inf, -np.inf], [-np.inf] * 3])
    assert found == pytest.approx([1.0, 0.0, 0.0])
    with pytest.raises(DistributionError, match="finite"):
        link_margins([[np.nan, 0.0]])


def test_the_best_parts_are_asked_for_and_no_task_takes_them_all() -> None:
    query = query_parts(PARTS, LENGTHS, size=3)
    assert list(zip(query.tasks, query.parts, strict=True)) == [(0, 0), (2, 1), (0, 2)]
    spread = query_parts(PARTS, LENGTHS, size=3, most_per_task=1)
    assert list(zip(spread.tasks, spread.parts, strict=True)) == [(0, 0), (2, 1)]


def test_equal_parts_go_in_order_and_nothing_gives_nothing() -> None:
    query = query_parts([0.5, 0.5, 0.5], [1, 2], size=2)
    assert list(zip(query.tasks, query.parts, strict=True)) == [(0, 0), (1, 0)]
    assert len(query_parts([], [], size=5, most_per_task=2).tasks) == 0
    with pytest.raises(ValueError, match="asked for -1"):
        query_parts([0.5], [1], size=-1)
